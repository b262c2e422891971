import GraphValues
import ObjectGraph
import SQLiteAccess

/// Does what the delete rules ask for in the store, in the transaction of a save.
struct RuleWriter {
  /// So many objects are named in a conflict.
  private static let conflictLimit = 100

  let rules: DeletionRules
  let closure: DeletionClosure
  let pending: PendingRows

  /// - Returns: the rows that were deleted and those whose to-one was set to null, and the deleted keys of rows
  ///   that the context handles.
  /// - Throws: ``SaveConflict`` where a rule refuses; nothing was written then.
  ///
  /// - Parameter minimums: told whose members go.
  func run(
    _ connection: SQLiteConnection, _ minimums: inout MinimumCheck
  ) throws -> (outcome: SaveOutcome, doomedHandled: [String: KeySet]) {
    var search = DeletionSearch(closure, rules, pending: pending)
    try search.run(connection)
    let deleted = search.deletedKeys()
    try checkDenials(deleted, &search, connection)
    let nullified = try nullifiedKeys(deleted, &search, connection)
    for root in search.doomedRoots {
      try minimums.note(search.doomed(ofRoot: root), ofRoot: root, connection)
    }
    var outcome = SaveOutcome()
    outcome.nullified = nullified.map { ($0.rule.relationship, $0.keys) }
    try nullify(nullified, connection)
    // What refers goes before what it refers to: then SQLite has no broken reference to count.
    for (root, keys) in deleted {
      for links in rules.rules(ofRoot: root).links { try links.run(keys, connection) }
    }
    for root in search.doomedRoots {
      let keys = search.doomed(ofRoot: root)
      let deletion = KeyDeletion(table: rules.names.table(ofRoot: root), column: StoredNames.key)
      try deletion.run(keys, connection)
      outcome.deleted[root] = keys
    }
    return (outcome, search.doomedHandled)
  }

  private func checkDenials(
    _ deleted: [String: [Int64]], _ search: inout DeletionSearch, _ connection: SQLiteConnection
  ) throws {
    for root in deleted.keys.sorted() {
      for denial in rules.rules(ofRoot: root).denials {
        var owners: [Int64] = []
        var members: [Int64] = []
        try denial.selection.forEach(deleted[root] ?? [], connection) { owner, member in
          if owners.count < Self.conflictLimit,
            search.concerns(member, ofRoot: denial.destinationRoot, slot: denial.memberSlot)
          {
            owners.append(owner)
            members.append(member)
          }
        }
        if !owners.isEmpty {
          throw SaveConflict.deletionDenied(
            relationship: denial.relationship, owners: owners, members: members)
        }
      }
    }
  }

  private func nullifiedKeys(
    _ deleted: [String: [Int64]], _ search: inout DeletionSearch, _ connection: SQLiteConnection
  ) throws -> [(rule: DeletionRules.Nullification, keys: [Int64])] {
    var result: [(rule: DeletionRules.Nullification, keys: [Int64])] = []
    for root in deleted.keys.sorted() {
      for rule in rules.rules(ofRoot: root).nullifications {
        var keys: [Int64] = []
        try rule.selection.forEach(deleted[root] ?? [], connection) { _, member in
          if search.concerns(member, ofRoot: rule.destinationRoot, slot: rule.memberSlot) {
            keys.append(member)
          }
        }
        if keys.isEmpty { continue }
        keys.sort()
        if rule.isRequired {
          throw SaveConflict.required(
            relationship: rule.relationship, keys: Array(keys.prefix(Self.conflictLimit)))
        }
        result.append((rule, keys))
      }
    }
    return result
  }

  /// Writes the nulls; a row's version rises once, however many of its to-ones are set to null: by the update, where
  /// the save has one.
  private func nullify(
    _ nullified: [(rule: DeletionRules.Nullification, keys: [Int64])], _ connection: SQLiteConnection
  ) throws {
    var raised: [String: KeySet] = [:]
    for (rule, keys) in nullified {
      var known = raised.removeValue(forKey: rule.destinationRoot) ?? KeySet()
      let (first, again) = keys.reduce(into: ([Int64](), [Int64]())) { parts, key in
        let isFirst = known.insert(key) && !pending.isUpdated(key, ofRoot: rule.destinationRoot)
        if isFirst { parts.0.append(key) } else { parts.1.append(key) }
      }
      raised[rule.destinationRoot] = known
      _ = try connection.feed(rule.update, rows: KeyFeed.rows(first))
      _ = try connection.feed(rule.updateKeepingVersion, rows: KeyFeed.rows(again))
    }
  }
}
