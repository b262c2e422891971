import GraphValues

/// Which rows a save updates itself, and which of their references it leaves as they are.
///
/// A changed row is the context's to care for, but where it still refers to an object that no context has read, only
/// the store knows that the object goes.
final class PendingUpdates {
  private let updates: [ChangeSet.Update]
  private let names: StoredNames
  private lazy var slots: [String: [Int64: [Int]]] = {
    var result: [String: [Int64: [Int]]] = [:]
    for update in updates {
      let root = names.root(of: update.entity)
      var slots = result.removeValue(forKey: root) ?? [:]
      for row in 0..<update.rows.count { slots[update.rows.key(row)] = update.slots }
      result[root] = slots
    }
    return result
  }()

  init(_ updates: [ChangeSet.Update], _ names: StoredNames) {
    self.updates = updates
    self.names = names
  }

  func contains(_ key: Int64, ofRoot root: String) -> Bool { slots[root]?[key] != nil }

  /// Whether a row is updated, but not in a slot.
  func keeps(_ slot: Int?, _ key: Int64, ofRoot root: String) -> Bool {
    guard let slot, let changed = slots[root]?[key] else { return false }
    return !changed.contains(slot)
  }
}
