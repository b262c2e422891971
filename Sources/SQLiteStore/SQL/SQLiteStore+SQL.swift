import GraphModel
import GraphSQL
import GraphValues
import ObjectGraph
import SQLSyntax
import SQLiteAccess

extension SQLiteStore {
  /// What a statement has changed.
  struct SQLChanges {
    /// The rows it changed itself.
    var count = 0
    /// The roots of hierarchies whose rows were changed, by triggers too.
    var roots: Set<String> = []
    /// Keys of rows that are gone, by root.
    var deleted: [String: [Int64]] = [:]
  }

  // MARK: Reading

  /// The rows of a statement that reads.
  func rows(_ sql: SQLText, _ interruption: SQLInterruption?) throws -> [SQLRow] {
    let rendered = try SQLRendering(names: rules.names, path: path).render(sql)
    return try readers.query { connection in
      try run(rendered, writes: nil, interruption, connection) { statement in
        try Self.rows(of: statement, path: path)
      }
    }
  }

  /// The rows of the objects whose keys a statement gives, in the order of the statement.
  func objects(
    _ sql: SQLText, ofRoot root: String, _ interruption: SQLInterruption?
  ) throws -> (keys: [Int64], rows: CollectedRows) {
    let table = try table(root)
    let rendered = try SQLRendering(names: rules.names, path: path).render(sql)
    return try readers.query { connection in
      let keys = try run(rendered, writes: nil, interruption, connection) { statement in
        let column = try keyColumn(of: statement)
        var keys: [Int64] = []
        while try statement.step() {
          if !statement.isNull(column) { keys.append(statement.integer(column)) }
        }
        return keys
      }
      let rows = try connection.collect(
        table.statements.keyed, bindings: [.text(JSONKeys.text(Set(keys).sorted()))],
        layout: table.layout.rows, nullable: table.layout.nullable, expectsFewRows: keys.count < 64)
      return (keys, rows)
    }
  }

  /// The column of a statement that has the objects' keys.
  private func keyColumn(of statement: SQLiteStatement) throws -> Int {
    let names = (0..<statement.columnCount).map { statement.columnName($0) }
    if let column = names.firstIndex(of: TableLayout.keyColumn) { return column }
    if names.count == 1 { return 0 }
    throw StoreError(
      .invalidStatement,
      "a statement that selects objects has a column \"\(TableLayout.keyColumn)\" with their keys, or is that column alone; it has \(names.joined(separator: ", "))",
      path: path, sql: statement.text)
  }

  // MARK: Writing

  /// Runs a statement that may change rows, in the transaction that this store is bound to.
  ///
  /// Rows that it updates have a new version afterwards, so that every context notices.
  func change<Value>(
    _ sql: SQLText, _ keys: HandedOutKeys, _ interruption: SQLInterruption?,
    _ body: (SQLiteStatement) throws -> Value
  ) throws -> (value: Value, changes: SQLChanges) {
    let rendered = try SQLRendering(names: rules.names, path: path).render(sql)
    let policy = SQLPolicy(rules.names, writes: true)
    return try writer.write { connection in
      try connection.savepoint {
        let before = connection.totalChanges
        let (value, rows) = try connection.watchingChanges {
          try run(rendered, writes: policy, interruption, connection, body)
        }
        var changes = SQLChanges()
        let touched = policy.touched
        if !touched.tables.isEmpty || connection.totalChanges != before { changes.count = connection.changes }
        try keys.check(rows.inserted, tables: touched.tables, path: path)
        try raiseVersions(rows.updated, touched, connection)
        for table in tables.keys {
          if rows.inserted[table] != nil || rows.updated[table] != nil { changes.roots.insert(table) }
          if let gone = rows.deleted[table] {
            let back = Set(rows.inserted[table] ?? [])
            changes.deleted[table] = gone.filter { !back.contains($0) }
            changes.roots.insert(table)
          }
        }
        for join in layout.joins where touched.tables.contains(join.tableName) {
          changes.roots.formUnion([join.join.sourceRoot, join.join.targetRoot])
        }
        return (value, changes)
      }
    }
  }

  private func raiseVersions(
    _ updated: [String: [Int64]], _ touched: SQLPolicy.Touched, _ connection: SQLiteConnection
  ) throws {
    for (name, keys) in updated where touched.tables.contains(name) && !touched.versioned.contains(name) {
      guard let table = tables[name] else { continue }
      _ = try connection.feed(
        "UPDATE \(table.statements.table) SET \(StoredNames.version) = \(StoredNames.version) + 1 "
          + "WHERE \(StoredNames.key) IN (SELECT key FROM \(StoredNames.feed))",
        rows: KeyFeed.rows(Set(keys).sorted()))
    }
  }

  // MARK: Running

  /// - Parameter writes: the policy of a statement that may change rows; nil for one that only reads.
  private func run<Value>(
    _ sql: RenderedSQL, writes: SQLPolicy?, _ interruption: SQLInterruption?, _ connection: SQLiteConnection,
    _ body: (SQLiteStatement) throws -> Value
  ) throws -> Value {
    let policy = writes ?? SQLPolicy(rules.names, writes: false)
    func guarded() throws -> Value {
      try connection.withGuardedStatement(sql.text, isKept: writes == nil) {
        policy.refusal($0, isInner: $1)
      } _: { statement in
        if writes == nil, !statement.isReadOnly {
          throw StoreError(
            .invalidStatement, "a statement that reads cannot change the store", path: path, sql: sql.text)
        }
        try statement.bind(sql.bindings)
        return try body(statement)
      }
    }
    do {
      return try interruption.map { try $0.watching(connection, path: path, guarded) } ?? guarded()
    } catch let refusal as StatementRefusal {
      throw StoreError(.invalidStatement, refusal.reason, path: path, sql: refusal.sql)
    } catch let error as SQLiteError where error.isStatementError {
      throw StoreError(
        .invalidStatement, error.message, path: path, extendedResultCode: error.extendedCode, sql: sql.text)
    }
  }

  static func rows(of statement: SQLiteStatement, path: String) throws -> [SQLRow] {
    let count = statement.columnCount
    let names = SQLColumnNames((0..<count).map { statement.columnName($0) }, path: path)
    var rows: [SQLRow] = []
    while try statement.step() {
      rows.append(SQLRow(names: names, values: (0..<count).map { statement.value($0) }))
    }
    return rows
  }
}
