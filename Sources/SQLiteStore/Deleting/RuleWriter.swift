import GraphValues
import ObjectGraph
import SQLSyntax
import SQLiteAccess

/// Does what the delete rules ask for in the store, in the transaction of a save.
struct RuleWriter {
  /// So many objects are named in a conflict.
  private static let conflictLimit = 100

  let rules: DeletionRules
  let closure: DeletionClosure
  let pending: PendingRows

  /// - Returns: the rows that were deleted and those whose to-one was set to null, and the deleted keys of hierarchies
  ///   of which the save updates rows.
  /// - Throws: ``SaveConflict`` where a rule refuses; nothing was written then.
  ///
  /// - Parameter minimums: told whose members go.
  func run(
    _ connection: SQLiteConnection, _ minimums: inout MinimumCheck
  ) throws -> (outcome: SaveOutcome, unwritten: [String: KeySet]) {
    var search = DeletionSearch(closure, rules)
    try search.run(connection)
    let deleted = search.deletedKeys()
    try checkDenials(deleted, search, connection)
    let nullified = try nullifiedKeys(deleted, search, connection)
    let doomed = search.doomed
    for root in search.doomedRoots { try minimums.note(doomed[root] ?? [], ofRoot: root, connection) }
    var outcome = SaveOutcome()
    outcome.nullified = nullified.map { ($0.rule.relationship, $0.keys) }
    try nullify(nullified, connection)
    // What refers goes before what it refers to: then SQLite has no broken reference to count.
    for (root, keys) in deleted {
      for links in rules.rules(ofRoot: root).links { try links.run(keys, connection) }
    }
    var unwritten: [String: KeySet] = [:]
    for root in search.doomedRoots {
      guard let keys = doomed[root] else { continue }
      if pending.updates(ofRoot: root) { unwritten[root] = search.goneKeys(ofRoot: root) }
      let deletion = KeyDeletion(table: rules.names.table(ofRoot: root), column: StoredNames.key)
      try deletion.run(keys, connection)
      outcome.deleted[root] = keys
    }
    return (outcome, unwritten)
  }

  private func checkDenials(
    _ deleted: [String: [Int64]], _ search: DeletionSearch, _ connection: SQLiteConnection
  ) throws {
    for root in deleted.keys.sorted() {
      for denial in rules.rules(ofRoot: root).denials {
        let gone = search.goneKeys(ofRoot: denial.destinationRoot)
        var owners: [Int64] = []
        var members: [Int64] = []
        func meet(_ owner: Int64, _ member: Int64) {
          if owners.count < Self.conflictLimit, !gone.contains(member) {
            owners.append(owner)
            members.append(member)
          }
        }
        let keys = deleted[root] ?? []
        try denial.forEachStored(keys, closure.changes, connection, meet)
        try denial.forEachAdded(keys, closure.changes) { owner, member in
          // A dangling reference leads to nobody.
          if try exists(member, ofRoot: denial.destinationRoot, connection) { meet(owner, member) }
        }
        if !owners.isEmpty {
          throw SaveConflict.deletionDenied(
            relationship: denial.relationship, owners: owners, members: members)
        }
      }
    }
  }

  private func exists(_ key: Int64, ofRoot root: String, _ connection: SQLiteConnection) throws -> Bool {
    if pending.isInserted(key, ofRoot: root) { return true }
    let text = "SELECT 1 FROM \(rules.names.table(ofRoot: root)) WHERE \(StoredNames.key) = ?1"
    return try !connection.keys(text, [.integer(key)]).isEmpty
  }

  private func nullifiedKeys(
    _ deleted: [String: [Int64]], _ search: DeletionSearch, _ connection: SQLiteConnection
  ) throws -> [(rule: DeletionRules.Nullification, keys: [Int64])] {
    var result: [(rule: DeletionRules.Nullification, keys: [Int64])] = []
    for root in deleted.keys.sorted() {
      for rule in rules.rules(ofRoot: root).nullifications {
        let gone = search.goneKeys(ofRoot: rule.members.destinationRoot)
        var keys: [Int64] = []
        try rule.members.forEachStored(deleted[root] ?? [], closure.changes, connection) { _, member in
          if !gone.contains(member) { keys.append(member) }
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
      var known = raised.removeValue(forKey: rule.members.destinationRoot) ?? KeySet()
      let (first, again) = keys.reduce(into: ([Int64](), [Int64]())) { parts, key in
        let isFirst = known.insert(key) && !pending.isUpdated(key, ofRoot: rule.members.destinationRoot)
        if isFirst { parts.0.append(key) } else { parts.1.append(key) }
      }
      raised[rule.members.destinationRoot] = known
      _ = try connection.feed(rule.update, rows: KeyFeed.rows(first))
      _ = try connection.feed(rule.updateKeepingVersion, rows: KeyFeed.rows(again))
    }
  }
}
