import GraphSQL
import SQLSyntax
import SQLiteAccess

/// Whether the tables of a store are there as its model says; other tools may have changed them.
///
/// What reading and saving rely on is checked: the columns, their types and what may be null, foreign keys and that they are
/// deferred, conditions of rows, indexes, the triggers that keep derived attributes, and full-text and spatial indexes with
/// theirs. Other tables, columns, indexes, conditions and triggers are left alone.
struct TableCheck {
  let layout: StoreLayout

  func run(_ connection: SQLiteConnection) throws {
    let found = try FoundSchema(connection, keyColumn: TableLayout.keyColumn)
    do {
      for table in layout.tables { try check(table, found) }
      for join in layout.joins { try check(join, found) }
      for trigger in layout.triggers where found.triggers[trigger.name] != trigger.creation {
        throw Damage(
          "the trigger \"\(trigger.name)\", which keeps a derived attribute, is missing, or another one")
      }
      try checkSearchIndexes(found)
      try checkSequences(connection)
    } catch let damage as Damage {
      throw StoreError(.corrupt, "the store is damaged: \(damage.reason)", path: connection.path)
    }
  }

  private struct Damage: Error {
    let reason: String

    init(_ reason: String) { self.reason = reason }
  }

  // MARK: Tables of entities

  private func check(_ table: TableLayout, _ found: FoundSchema) throws {
    let name = table.tableName
    guard let foundTable = found.tables[name], foundTable.hasRowID else {
      throw Damage("the table \"\(name)\" is missing, or not STRICT")
    }
    try check(TableLayout.keyColumn, of: name, foundTable, keyPlace: 1)
    try check(TableLayout.versionColumn, of: name, foundTable, isRequired: true)
    if table.hasEntityColumn {
      try check(TableLayout.entityColumn, of: name, foundTable, isRequired: true)
    }
    for column in table.columns {
      try check(
        column.name, of: name, foundTable, type: column.type, isRequired: !table.nullable[column.slot],
        defaultText: column.defaultText)
      if let reference = column.reference {
        try check(
          column.name, of: name, foundTable, leadsTo: reference.isForeignKey ? reference.table : nil)
      }
    }
    for constraint in table.uniqueness {
      let columns = constraint.index.terms.map(\.column)
      let condition = constraint.index.condition
      if foundTable.indexes.contains(where: {
        $0.isUnique && $0.columns == columns && $0.covers(condition)
      }) {
        continue
      }
      throw Damage(
        "the unique index of \"\(name)\" (\(columns.joined(separator: ", ")))"
          + "\(condition.map { " WHERE \($0)" } ?? "") is missing")
    }
    for index in table.plainIndexes { try check(index, foundTable) }
    try checkDefinition(
      name, foundTable, checks: table.checks,
      foreignKeys: table.columns.filter { $0.reference?.isForeignKey == true }.map(\.name))
  }

  /// Checks what is read from the table's statement alone.
  private func checkDefinition(
    _ table: String, _ found: FoundSchema.Table, checks: [SQL], foreignKeys: [String]
  ) throws {
    if checks.isEmpty, foreignKeys.isEmpty { return }
    let definition = TableDefinition(found.creation)
    for check in checks.map({ $0.render().text }) where !definition.holds(check) {
      throw Damage("the table \"\(table)\" lacks its \(check)")
    }
    for column in foreignKeys where !definition.defersForeignKey(of: column) {
      throw Damage(
        "the foreign key of \"\(table)\".\"\(column)\" is not DEFERRABLE INITIALLY DEFERRED: it would refuse rows in "
          + "the order in which they are written")
    }
  }

  /// Checks an index that is not there for uniqueness; one whose first columns are the wanted ones will do.
  private func check(_ index: IndexLayout, _ found: FoundSchema.Table) throws {
    let columns = index.terms.map(\.column)
    let descending = index.terms.map(\.isDescending)
    let isThere = found.indexes.contains { other in
      !other.isPartial && other.columns.starts(with: columns) && other.descending.starts(with: descending)
    }
    if isThere { return }
    throw Damage(
      "the index of \"\(index.table)\" (\(columns.joined(separator: ", "))) is missing; "
        + "\(index.creation.render().text) makes it again")
  }

  // MARK: Join tables

  private func check(_ join: JoinTableLayout, _ found: FoundSchema) throws {
    let name = join.tableName
    guard let foundTable = found.tables[name], !foundTable.hasRowID else {
      throw Damage("the table \"\(name)\" is missing, or not STRICT and WITHOUT ROWID")
    }
    try check(JoinTableLayout.sourceColumn, of: name, foundTable, keyPlace: 1)
    try check(JoinTableLayout.targetColumn, of: name, foundTable, keyPlace: 2)
    if foundTable.columns.values.contains(where: { $0.keyPlace > 2 }) {
      throw Damage("the primary key of \"\(name)\" has more than its two columns")
    }
    for column in join.orderColumns { try check(column, of: name, foundTable) }
    try check(JoinTableLayout.sourceColumn, of: name, foundTable, leadsTo: join.sourceReference)
    try check(JoinTableLayout.targetColumn, of: name, foundTable, leadsTo: join.targetReference)
    try check(join.index, foundTable)
    let references = [
      (JoinTableLayout.sourceColumn, join.sourceReference),
      (JoinTableLayout.targetColumn, join.targetReference),
    ]
    try checkDefinition(
      name, foundTable, checks: join.checks,
      foreignKeys: references.filter { $0.1 != nil }.map(\.0))
  }

  // MARK: Columns

  private func check(
    _ column: String, of table: String, _ found: FoundSchema.Table, type: String = "INTEGER",
    isRequired: Bool = false, keyPlace: Int = 0, defaultText: String? = nil
  ) throws {
    if let there = found.columns[column], there.type == type, there.keyPlace == keyPlace,
      keyPlace > 0 || there.isRequired == isRequired,
      defaultText == nil || there.defaultText == defaultText
    {
      return
    }
    let kind = keyPlace > 0 ? " PRIMARY KEY" : isRequired ? " NOT NULL" : ""
    throw Damage(
      "the column \"\(table)\".\"\(column)\" is missing, or not \(type)\(kind)"
        + "\(defaultText.map { " DEFAULT \($0)" } ?? "")")
  }

  /// Checks the foreign key of a column: there is the one to the table, or none.
  private func check(
    _ column: String, of table: String, _ found: FoundSchema.Table, leadsTo target: String?
  ) throws {
    let keys = found.foreignKeys.filter { $0.column == column }
    guard let target else {
      if keys.isEmpty { return }
      throw Damage("the column \"\(table)\".\"\(column)\" is a foreign key, but its references may dangle")
    }
    let isMet = keys.allSatisfy { $0.table == target && $0.isOfKey && !$0.hasActions }
    if keys.isEmpty || !isMet {
      throw Damage(
        "the foreign key of \"\(table)\".\"\(column)\" to \"\(target)\" is missing, or has actions of its own"
      )
    }
  }

  private func checkSearchIndexes(_ found: FoundSchema) throws {
    for (name, creation) in layout.search.tables where found.virtualTables[name] != creation {
      throw Damage("the search index \"\(name)\" is missing, or another one")
    }
    for trigger in layout.search.triggers where found.triggers[trigger.name] != trigger.creation {
      throw Damage(
        "the trigger \"\(trigger.name)\", which keeps a search index, is missing, or another one")
    }
  }

  private func checkSequences(_ connection: SQLiteConnection) throws {
    let entities: [[SQLValue]]
    do {
      entities = try connection.query("SELECT entity FROM \(identifier: StoreLayout.sequenceTable)")
    } catch let error as SQLiteError where error.message.hasPrefix("no such") {
      throw Damage("the table \"\(StoreLayout.sequenceTable)\" is missing")
    }
    for table in layout.tables where !entities.contains([.text(table.tableName)]) {
      throw Damage("the sequence of \"\(table.tableName)\" is missing")
    }
  }
}
