import GraphQuery
import GraphSQL
import GraphValues
import ObjectGraph
import SQLSyntax
import SQLiteAccess
import Synchronization

/// The statement of a query's shape, and how a query's values are bound to it.
final class QueryPlan: Sendable {
  let text: String
  private let predicate: CompiledPredicate?
  private let position: CompiledPosition?
  /// The values of constants in the order.
  private let orderBindings: [SQLValue]
  private let isLimited: Bool
  private let counts: Bool
  /// SQLite's plan, once somebody has asked for it.
  private let lines = Guarded<[PlanLine]?>(nil)
  /// The rows that the last run found; runs of one shape are mostly alike.
  private let lastCount: Atomic<Int>

  /// - Parameter family: the condition on a row's entity; nil where every row of the table is meant.
  init(
    _ query: StoreQuery, _ table: StoredTable, schema: QuerySchema, family: String?, counts: Bool
  ) throws {
    self.counts = counts
    // All rows of a table are many, until known better; what is selected is mostly little.
    lastCount = Atomic(query.predicate == nil && query.limit == nil ? .max : 0)
    isLimited = !counts && (query.limit != nil || query.offset > 0)
    predicate = try query.predicate.map {
      try PredicateCompiler(schema).compile($0.shape, entity: query.entity)
    }
    var parameters = predicate?.parameterCount ?? 0
    position = try query.after.map { after in
      try SortCompiler(schema).compile(
        after, in: query.sort ?? .byKey, entity: query.entity, firstParameter: parameters + 1)
    }
    parameters += position?.parameterCount ?? 0
    func parameter() -> String {
      parameters += 1
      return "?\(parameters)"
    }
    let key = SQL.quoted(identifier: TableLayout.keyColumn)
    let version = SQL.quoted(identifier: TableLayout.versionColumn)
    let columns =
      counts ? "count(*)" : query.keysOnly ? "\(key), \(version)" : table.statements.columns
    var text = "SELECT \(columns) FROM \(table.statements.table)"
    // What needs much of SQLite's parser stands first.
    var conditions = predicate.map { [$0.text] } ?? []
    if let position { conditions.append(position.text) }
    if let family { conditions.append(family) }
    if !query.excludedKeys.isEmpty {
      conditions.append("\(key) NOT IN (SELECT value FROM json_each(\(parameter())))")
    }
    if !conditions.isEmpty { text += " WHERE " + conditions.joined(separator: " AND ") }
    var orderBindings: [SQLValue] = []
    if !counts, let sort = query.sort {
      let order = try SortCompiler(schema).compile(
        sort, entity: query.entity, firstParameter: parameters + 1)
      text += " " + order.text
      orderBindings = order.bindings
      parameters += order.bindings.count
    } else if !counts, isLimited || !conditions.isEmpty {
      // Rows come in the order of their keys by themselves only where no index is used.
      text += " ORDER BY \(key)"
    }
    if isLimited { text += " LIMIT \(parameter()) OFFSET \(parameter())" }
    self.text = text
    self.orderBindings = orderBindings
  }

  func bindings(_ query: StoreQuery) -> [SQLValue] {
    var bindings = query.predicate.flatMap { predicate?.bindings($0.literals) } ?? []
    if let position, let after = query.after { bindings += position.bindings(after) }
    if !query.excludedKeys.isEmpty { bindings.append(.text(JSONKeys.text(query.excludedKeys))) }
    bindings += orderBindings
    if isLimited {
      // SQLite takes a negative limit for none: https://sqlite.org/lang_select.html#limitoffset
      bindings.append(.integer(query.limit.map { Int64($0) } ?? -1))
      bindings.append(.integer(Int64(query.offset)))
    }
    return bindings
  }

  /// SQLite's plan; asked for once, as the schema stays what it is.
  func lines(_ connection: SQLiteConnection) throws -> [PlanLine] {
    if let known = lines.withLock({ $0 }) { return known }
    let found = try PlanLine.plan(of: text, connection)
    lines.withLock { $0 = found }
    return found
  }

  /// Whether stepping from row to row is the cheaper way.
  var expectsFewRows: Bool { lastCount.load(ordering: .relaxed) < 32 }

  func found(_ count: Int) { lastCount.store(count, ordering: .relaxed) }
}
