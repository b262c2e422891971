import GraphModel
public import ObjectGraph
import SQLiteAccess

/// Bound SQL within the transaction of `PersistentContainer.write`.
///
/// Statements see what the transaction has written so far, also what its context has saved. They may insert, update and
/// delete rows of entities and of many-to-many relationships; they may not change the schema, nor what identifies an
/// object. Rows that they update have a new version afterwards, and objects of the transaction's context show the new
/// values.
///
/// SQL knows no rules of the model but those the tables have: types, required values, uniqueness and foreign keys;
/// delete rules are not followed.
public final class SQLSession {
  private let store: SQLiteStore
  private let context: ObjectContext
  private let keys = HandedOutKeys()

  package init(_ store: SQLiteStore, _ context: ObjectContext) {
    self.store = store
    self.context = context
  }

  /// Runs a statement.
  ///
  /// - Returns: the rows that it inserted, updated or deleted; 0 for one that reads.
  /// - Throws: ``StoreError`` with code `invalidStatement` for what is no SQL, names what there is not, may not be done,
  ///   breaks a constraint or is more than one statement; `interrupted`. The statement has done nothing then, and the
  ///   transaction goes on.
  @discardableResult
  public func execute(_ sql: SQLText, interruption: SQLInterruption? = nil) throws -> Int {
    try change(sql, interruption) { statement in
      while try statement.step() {}
    }.count
  }

  /// The rows of a statement: one that reads, or one that changes rows with RETURNING.
  ///
  /// - Throws: as ``execute(_:interruption:)``.
  public func rows(_ sql: SQLText, interruption: SQLInterruption? = nil) throws -> [SQLRow] {
    var rows: [SQLRow] = []
    _ = try change(sql, interruption) { rows = try SQLiteStore.rows(of: $0, path: store.path) }
    return rows
  }

  /// The rows of a statement, decoded by the names of its columns.
  ///
  /// - Throws: as ``execute(_:interruption:)``, and `DecodingError` where a row does not fit the type.
  public func rows<Row: Decodable>(
    _ type: Row.Type, _ sql: SQLText, interruption: SQLInterruption? = nil
  ) throws -> [Row] {
    try rows(sql, interruption: interruption).map { try Row(from: SQLRowDecoder(row: $0)) }
  }

  /// Keys for rows of an entity that statements insert: `_id`. Nobody else gets them.
  ///
  /// - Parameter count: how many; at least 1.
  /// - Throws: ``StoreError``.
  public func newKeys<Typed: Entity>(of type: Typed.Type, count: Int = 1) throws -> Range<Int64> {
    try newKeys(ofEntity: Typed.entityName, count: count)
  }

  /// Keys for rows of an entity known only at run time.
  ///
  /// - Throws: ``StoreError``, and `GraphError` with code `unknownEntity`.
  public func newKeys(ofEntity name: String, count: Int = 1) throws -> Range<Int64> {
    let root = try context.rootName(ofEntity: name)
    let new = try store.leaseExactly(max(1, count), ofRoot: root)
    keys.note(new, ofRoot: root)
    return new
  }

  private func change(
    _ sql: SQLText, _ interruption: SQLInterruption?, _ body: (SQLiteStatement) throws -> Void
  ) throws -> SQLiteStore.SQLChanges {
    let changes = try store.change(sql, keys, interruption, body).changes
    if !changes.roots.isEmpty {
      try context.noteUnknownChanges(ofRoots: changes.roots, deleted: changes.deleted)
    }
    return changes
  }
}
