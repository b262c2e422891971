import GraphModel
import GraphSQL
import GraphValues
import ObjectGraph
import SQLSyntax
import SQLiteAccess

/// Deletes the rows that a query selects, with what the delete rules ask for.
struct DeleteOperation {
  let deletion: BatchDeletion
  let table: StoredTable
  let store: SQLiteStore

  private var root: String { deletion.query.entity.rootName }

  func run(_ connection: SQLiteConnection) throws -> BatchOutcome {
    let rules = store.rules.rules(ofRoot: root)
    let isSelected = deletion.query.limit != nil || deletion.query.offset > 0
    if rules.isEmpty, !isSelected, !store.rules.demands.contains(where: { $0.memberRoot == root }) {
      return try deleteDirectly(connection)
    }
    var query = deletion.query
    query.keysOnly = true
    let plan = try store.plans.plan(for: query, table)
    let keys = try connection.keys(plan.text, plan.bindings(query)).sorted()
    var outcome = BatchOutcome()
    outcome.count = keys.count
    outcome.keys = keys
    if keys.isEmpty { return outcome }
    var minimums = MinimumCheck(store.rules)
    try minimums.note(keys, ofRoot: root, connection)
    let writer = RuleWriter(
      rules: store.rules, closure: DeletionClosure(roots: [root: keys]),
      pending: PendingRows(ChangeSet(), store.rules.names))
    let ruled = try writer.run(connection, &minimums).outcome
    let names = store.rules.names
    try KeyDeletion(table: names.table(ofRoot: root), column: StoredNames.key).run(keys, connection)
    outcome.deletedByRule = ruled.deleted
    for (relationship, keys) in ruled.nullified {
      let root = names.root(of: names.model.relationships[relationship].owner)
      outcome.nullified[root] = Set((outcome.nullified[root] ?? []) + keys).sorted()
    }
    try minimums.run(connection)
    return outcome
  }

  /// Nothing follows from the rows' deletion: one statement deletes them.
  private func deleteDirectly(_ connection: SQLiteConnection) throws -> BatchOutcome {
    let condition = try RowCondition(deletion.query, table, store.plans.schema)
    var text = "DELETE FROM \(table.statements.table)\(condition.whereText)"
    if deletion.wantsKeys { text += " RETURNING \(StoredNames.key)" }
    var outcome = BatchOutcome()
    if deletion.wantsKeys {
      let keys = try connection.keys(text, condition.bindings).sorted()
      outcome.keys = keys
      outcome.count = keys.count
    } else {
      outcome.count = try connection.run(text, condition.bindings)
    }
    return outcome
  }
}

extension DeletionRules.Rules {
  /// Whether nothing follows from a deletion.
  fileprivate var isEmpty: Bool {
    cascades.isEmpty && denials.isEmpty && nullifications.isEmpty && links.isEmpty
  }
}

extension SQLiteConnection {
  /// Runs a statement that gives no rows.
  ///
  /// - Returns: the rows that it changed.
  func run(_ text: String, _ bindings: [SQLValue]) throws -> Int {
    try withStatement(text) { statement in
      try statement.bind(bindings)
      while try statement.step() {}
      return changes
    }
  }
}
