import GraphModel

extension ContextCore {
  /// Whether unsaved changes of the context decide, beside the fetched objects themselves, what relationships lead
  /// to: then the store cannot say for which objects a condition through them holds.
  ///
  /// - Parameter relationships: their places in the model.
  func isStoreStale(for relationships: [Int32]) -> Bool {
    if relationships.isEmpty { return false }
    if deletions.hasStored { return true }
    return relationships.contains { index in
      let relationship = model.relationships[Int(index)]
      if case .join = relationship.storage, !related.isEmpty { return true }
      guard let destination = knownRegistry(named: relationship.destination) else { return true }
      return destination.hierarchy.entities.contains { $0.hasChanges }
    }
  }
}
