import GraphModel

extension ContextCore {
  /// Whether unsaved changes of the context decide, beside the fetched objects themselves, what relationships lead
  /// to: then the store cannot say for which objects a condition through them holds.
  ///
  /// - Parameter relationships: their places in the model; below zero those of entities of which a certain object
  ///   decides (``ResolvedPredicate/relationships``).
  func isStoreStale(for relationships: [Int32]) -> Bool {
    if relationships.isEmpty { return false }
    if deletions.hasStored { return true }
    return relationships.contains { index in
      if index < 0 {
        let entity = model.entities[-1 - Int(index)]
        return knownRegistry(named: entity.name)?.hierarchy.entities.contains { $0.hasChanges } ?? true
      }
      let relationship = model.relationships[Int(index)]
      if case .join = relationship.storage, !related.isEmpty { return true }
      guard let destination = knownRegistry(named: relationship.destination) else { return true }
      return destination.hierarchy.entities.contains { $0.hasChanges }
    }
  }
}
