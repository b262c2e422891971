import GraphValues

/// Which rows a save writes itself.
final class PendingRows {
  private let changes: ChangeSet
  private let names: StoredNames
  private lazy var updated = keys { changes in changes.updates.map { ($0.entity, $0.rows) } }
  private lazy var inserted = keys { changes in changes.insertions.map { ($0.entity, $0.rows) } }

  init(_ changes: ChangeSet, _ names: StoredNames) {
    self.changes = changes
    self.names = names
  }

  func isUpdated(_ key: Int64, ofRoot root: String) -> Bool { updated[root]?.contains(key) == true }

  func isInserted(_ key: Int64, ofRoot root: String) -> Bool { inserted[root]?.contains(key) == true }

  /// Whether a save updates any row of a hierarchy.
  func updates(ofRoot root: String) -> Bool { updated[root] != nil }

  private func keys(_ rows: (ChangeSet) -> [(entity: String, rows: PackedRows)]) -> [String: KeySet] {
    var result: [String: KeySet] = [:]
    for (entity, rows) in rows(changes) {
      let root = names.root(of: entity)
      var keys = result.removeValue(forKey: root) ?? KeySet()
      for row in 0..<rows.count { keys.insert(rows.key(row)) }
      result[root] = keys
    }
    return result
  }
}
