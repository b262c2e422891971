import GraphValues

/// Which rows a save deletes or updates itself, and which of their references it leaves as they are.
///
/// A row that the context handles is its own to care for. But where the row still refers to an object that no context
/// has read, only the store knows that the object goes.
final class PendingRows {
  private let changes: ChangeSet
  private let names: StoredNames
  /// The slots that change, of each updated row.
  private lazy var updates: [String: [Int64: [Int]]] = {
    var result: [String: [Int64: [Int]]] = [:]
    for update in changes.updates {
      let root = names.root(of: update.entity)
      var slots = result.removeValue(forKey: root) ?? [:]
      for row in 0..<update.rows.count { slots[update.rows.key(row)] = update.slots }
      result[root] = slots
    }
    return result
  }()
  private lazy var deletions: [String: KeySet] = {
    var result: [String: KeySet] = [:]
    for deletion in changes.deletions {
      let root = names.root(of: deletion.entity)
      var keys = result.removeValue(forKey: root) ?? KeySet()
      for key in deletion.keys { keys.insert(key) }
      result[root] = keys
    }
    return result
  }()

  init(_ changes: ChangeSet, _ names: StoredNames) {
    self.changes = changes
    self.names = names
  }

  func isUpdated(_ key: Int64, ofRoot root: String) -> Bool { updates[root]?[key] != nil }

  /// Whether a row stays, and with it what is in a slot.
  func keeps(_ slot: Int?, _ key: Int64, ofRoot root: String) -> Bool {
    guard let slot, deletions[root]?.contains(key) != true else { return false }
    return updates[root]?[key]?.contains(slot) != true
  }
}
