import GraphModel
import GraphValues

extension ContextCore {
  /// What the store has done by rule reaches the registered objects.
  func take(_ outcome: SaveOutcome) {
    for (root, keys) in outcome.deleted {
      guard let hierarchy = hierarchies.first(where: { $0.rootName == root }) else { continue }
      for object in hierarchy.registered(keys) {
        object.state = [.deleted, .detached]
        hierarchy.map.remove(object.key)
      }
    }
    for (index, keys) in outcome.nullified {
      let relationship = model.relationships[index]
      // The rows that changed are those that have the column.
      guard let hierarchy = knownRegistry(named: relationship.owner)?.hierarchy else { continue }
      for object in hierarchy.registered(keys) where object.state.isClean { object.rows = nil }
    }
    if hasReadMembers, !outcome.deleted.isEmpty { forgetDeletedMembers(outcome.deleted) }
  }

  private func forgetDeletedMembers(_ deleted: [String: [Int64]]) {
    for hierarchy in hierarchies {
      hierarchy.map.forEach { object in
        guard object.collections != nil else { return }
        for link in object.registry.relationships.toManys {
          guard let gone = deleted[link.destination.hierarchy.rootName] else { continue }
          object.collections?[link.place].removeAll { key in gone.containsSorted(key) }
        }
      }
    }
  }
}

extension HierarchyRegistry {
  /// The registered objects among ascending keys.
  func registered(_ keys: [Int64]) -> [ManagedObject] {
    if keys.count <= map.count { return keys.compactMap { map[$0] } }
    var result: [ManagedObject] = []
    map.forEach { if keys.containsSorted($0.key) { result.append($0) } }
    return result
  }
}

extension [Int64] {
  /// Whether ascending keys contain a key.
  func containsSorted(_ key: Int64) -> Bool {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < key { low = middle + 1 } else { high = middle }
    }
    return low < count && self[low] == key
  }
}
