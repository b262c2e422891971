/// Taking back unsaved changes of relationships of one object.
extension ManagedObject {
  /// Sets relationships as they are stored, on both sides; members of a to-many that lead here by a to-one of their
  /// own keep it.
  func discardRelationshipChanges() {
    for link in registry.relationships.toOnes where overlay?[link.slot] != nil {
      relate(
        link, to: storedReferenceKey(link.slot).map { link.object($0) },
        order: link.orderSlot.flatMap { storedReferenceKey($0) })
    }
    for link in registry.relationships.toManys where !link.isColumn {
      guard let changes = collections?[link.place].changes else { continue }
      for key in changes.added { unlink(link, link.object(key)) }
      for key in changes.removed where link.object(key).exists { self.link(link, link.object(key)) }
    }
  }
}
