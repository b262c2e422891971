import GraphModel
import GraphSQL
package import GraphValues
package import ObjectGraph
import SQLSyntax
import SQLiteAccess

/// Finds all rows of a change set whose unique values others have, as it would be once everything is written.
struct UniquenessCensus {
  let changes: ChangeSet
  let tables: [String: StoredTable]
  let rules: DeletionRules

  private var names: StoredNames { rules.names }

  /// - Complexity: O(rows that may conflict), a look into an index for each of them and each constraint.
  func run(_ connection: SQLiteConnection) throws -> [UniquenessConflict] {
    let gone = try goneKeys(connection)
    var conflicts: [UniquenessConflict] = []
    for (root, table) in tables.sorted(by: { $0.key < $1.key }) {
      for constraint in table.layout.uniqueness {
        try check(constraint, table, gone[root] ?? KeySet(), connection, into: &conflicts)
      }
    }
    return conflicts
  }

  /// The keys of rows that will not be there any more, by hierarchy.
  private func goneKeys(_ connection: SQLiteConnection) throws -> [String: KeySet] {
    var gone: [String: KeySet] = [:]
    if let closure = changes.closure, !closure.isEmpty {
      var search = DeletionSearch(closure, rules)
      try search.run(connection)
      gone = search.deletedKeys().mapValues { KeySet($0) }
    }
    for deletion in changes.deletions {
      for key in deletion.keys { gone[names.root(of: deletion.entity), default: KeySet()].insert(key) }
    }
    return gone
  }

  private func check(
    _ constraint: UniquenessLayout, _ table: StoredTable, _ gone: KeySet, _ connection: SQLiteConnection,
    into conflicts: inout [UniquenessConflict]
  ) throws {
    guard let family = names.model[constraint.entity]?.familyNumbers else { return }
    func isOfTable(_ entity: String) -> Bool { names.root(of: entity) == table.layout.tableName }
    let updates = changes.updates.filter { update in
      isOfTable(update.entity) && update.slots.contains(where: constraint.slots.contains)
    }
    let batches =
      updates.map { ($0.entity, $0.rows) }
      + changes.insertions.filter { isOfTable($0.entity) }.map { ($0.entity, $0.rows) }
    if batches.isEmpty { return }
    // Rows that leave their values to others.
    var moved = KeySet()
    for update in updates { for row in 0..<update.rows.count { moved.insert(update.rows.key(row)) } }
    var seen: [[UInt64]: [(rows: PackedRows, row: Int)]] = [:]
    let text = text(constraint, table)
    for (entity, rows) in batches {
      for row in 0..<rows.count where family.contains(rows.entityNumber(row)) {
        // NULLs are distinct: https://sqlite.org/lang_createindex.html#unique_indexes
        if constraint.slots.contains(where: { rows.isNull($0, row: row) }) { continue }
        let key = rows.key(row)
        func add(_ other: Int64, isInContext: Bool) {
          conflicts.append(
            UniquenessConflict(
              entity: entity, properties: constraint.properties, key: key, otherKey: other,
              isInContext: isInContext))
        }
        let values = constraint.slots.map { rows.digest($0, row: row) }
        let same = seen[values]?.first { other in
          constraint.slots.allSatisfy { rows.isSame($0, row: row, as: other.rows, other.row) }
        }
        if let same {
          add(same.rows.key(same.row), isInContext: true)
          continue
        }
        seen[values, default: []].append((rows, row))
        let found = try connection.withStatement(text) { statement -> Int64? in
          try statement.bind(constraint.slots.map { rows.sqlValue($0, row: row) })
          return try statement.step() ? statement.integer(0) : nil
        }
        if let found, found != key, !gone.contains(found), !moved.contains(found) {
          add(found, isInContext: false)
        }
      }
    }
  }

  private func text(_ constraint: UniquenessLayout, _ table: StoredTable) -> String {
    let columns = constraint.slots.compactMap { table.layout.column(ofSlot: $0) }
    let conditions =
      columns.enumerated().map { "\(SQL.quoted(identifier: $1.name)) = ?\($0 + 1)" }
      + [constraint.index.condition].compactMap { $0 }
    return "SELECT \(StoredNames.key) FROM \(SQL.quoted(identifier: table.layout.tableName)) "
      + "WHERE \(conditions.joined(separator: " AND "))"
  }
}

extension PackedRows {
  /// A number that is the same for the same stored value.
  fileprivate func digest(_ slot: Int, row: Int) -> UInt64 {
    if !layout.kinds[slot].hasBytes { return word(slot, row: row) }
    var hasher = Hasher()
    for byte in blob(slot, row: row) { hasher.combine(byte) }
    return UInt64(bitPattern: Int64(hasher.finalize()))
  }

  fileprivate func isSame(_ slot: Int, row: Int, as other: PackedRows, _ otherRow: Int) -> Bool {
    if !layout.kinds[slot].hasBytes { return word(slot, row: row) == other.word(slot, row: otherRow) }
    return blob(slot, row: row) == other.blob(slot, row: otherRow)
  }

  func sqlValue(_ slot: Int, row: Int) -> SQLValue {
    switch layout.kinds[slot] {
    case .integer: .integer(integer(slot, row: row))
    case .real: .real(real(slot, row: row))
    case .text: .text(text(slot, row: row))
    case .blob: .blob(Array(blob(slot, row: row)))
    }
  }
}

extension SQLiteStore {
  package func uniquenessConflicts(in changes: ChangeSet) throws -> [UniquenessConflict] {
    let census = UniquenessCensus(changes: changes, tables: tables, rules: rules)
    return try readers.read { try census.run($0) }
  }
}
