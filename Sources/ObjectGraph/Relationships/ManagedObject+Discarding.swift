import GraphModel
import GraphValues

/// Taking back unsaved changes of relationships of one object.
extension ManagedObject {
  /// Sets relationships as they are stored, on both sides; members of a to-many that lead here by a to-one of their
  /// own keep it.
  func discardRelationshipChanges() {
    for link in registry.relationships.toOnes where overlay?[link.slot] != nil {
      let order = link.orderSlot.flatMap { storedReferenceKey($0) }
      guard let key = storedReferenceKey(link.slot) else {
        relate(link, to: nil)
        continue
      }
      let target = link.object(key)
      settleDeletions()
      if target.exists {
        relate(link, to: target, order: order)
      } else if [.deny, .noAction].contains(link.inverse.deleteRule) {
        // It is deleted, and leaves those that lead to it as they are.
        relate(link, to: nil)
        assign(.reference(ObjectID(home: registry.home(at: link.slot), key: key)), link.slot)
        if let orderSlot = link.orderSlot { assign(order.map { .int($0) } ?? .null, orderSlot) }
      } else {
        relate(link, to: nil)
      }
    }
    for link in registry.relationships.toManys where !link.isColumn {
      guard let changes = collections?[link.place].changes else { continue }
      for key in changes.added { unlink(link, link.object(key)) }
      for key in changes.removed where link.object(key).exists { self.link(link, link.object(key)) }
    }
  }
}
