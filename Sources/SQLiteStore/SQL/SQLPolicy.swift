import GraphModel
import GraphSQL
import GraphValues
import SQLSyntax
import SQLiteAccess
import Synchronization

/// What statements from outside may do.
final class SQLPolicy: Sendable {
  /// Pragmas that only ask.
  private static let harmlessPragmas: Set<String> = [
    "table_info", "table_xinfo", "table_list", "index_list", "index_info", "index_xinfo", "foreign_key_list",
    "foreign_key_check", "integrity_check", "quick_check", "database_list", "collation_list",
    "function_list", "module_list", "pragma_list", "compile_options",
  ]
  /// Pragmas that only ask as long as they are given no value.
  private static let askingPragmas: Set<String> = [
    "user_version", "application_id", "page_count", "page_size", "freelist_count", "schema_version",
    "data_version", "encoding", "journal_mode", "cache_size", "foreign_keys",
  ]

  /// What a statement changes, as its compilation tells.
  struct Touched: Sendable {
    /// The tables whose rows the statement itself changes.
    var tables: Set<String> = []
    /// Those of them whose rows' versions it sets itself.
    var versioned: Set<String> = []
  }

  private let names: StoredNames
  private let joins: Set<String>
  private let writes: Bool
  private let touchedTables = Guarded(Touched())

  init(_ names: StoredNames, writes: Bool) {
    self.names = names
    self.writes = writes
    joins = Set(names.layout.joins.map(\.tableName))
  }

  /// What the statement compiled last changes.
  var touched: Touched { touchedTables.withLock { $0 } }

  /// The reason why an action is refused; nil where it may be done.
  func refusal(_ action: StatementAction, isInner: Bool) -> String? {
    // A trigger of ours does what it has to.
    if isInner { return nil }
    switch action {
    case .select, .read: return nil
    case .function(let name):
      let isInternal = name.lowercased() == "graphstore_collect" || name.lowercased() == "load_extension"
      return isInternal ? "a statement cannot call \(name)()" : nil
    case .pragma(let name, let value):
      let name = name.lowercased()
      if Self.harmlessPragmas.contains(name) || (value == nil && Self.askingPragmas.contains(name)) {
        return nil
      }
      return "a statement cannot set or run PRAGMA \(name): the store's options are set when it is opened"
    case .transaction: return "a statement cannot begin or end a transaction: container.write is one"
    case .attach: return "a statement cannot attach or detach a database"
    case .schema: return "a statement cannot change the schema: the model describes it"
    case .insert(let table): return change("insert into", table)
    case .delete(let table): return change("delete from", table)
    // Declaring the columns of a virtual table asks for this; SQLite lets nobody write the table itself.
    case .update(table: "sqlite_master", column: _): return nil
    case .update(let table, let column):
      if column == TableLayout.keyColumn || column == TableLayout.entityColumn {
        return "a statement cannot update \"\(table)\".\"\(column)\": an object's identity never changes"
      }
      if let reason = change("update", table) { return reason }
      if column == TableLayout.versionColumn { touchedTables.withLock { _ = $0.versioned.insert(table) } }
      return nil
    }
  }

  private func change(_ verb: String, _ table: String) -> String? {
    guard writes else {
      return
        "a statement that reads cannot \(verb) \"\(table)\": container.write takes statements that change"
    }
    let isOurs = table.hasPrefix("_") || table.lowercased().hasPrefix("sqlite_")
    if isOurs, !joins.contains(table) {
      return "a statement cannot \(verb) \"\(table)\", which the store keeps for itself"
    }
    touchedTables.withLock { _ = $0.tables.insert(table) }
    return nil
  }
}
