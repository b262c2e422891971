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
      settleDeletions()
      // A reference may dangle: then nothing is there to lead back.
      if let target = target(key, link), target.exists {
        relate(link, to: target, order: order)
        continue
      }
      relate(link, to: nil)
      guard [.deny, .noAction].contains(link.inverse.deleteRule) else { continue }
      // It is deleted, and leaves those that lead to it as they are.
      assign(.reference(ObjectID(home: registry.home(at: link.slot), key: key)), link.slot)
      if let orderSlot = link.orderSlot { assign(order.map { .int($0) } ?? .null, orderSlot) }
      leadBack(from: key, link)
    }
    for link in registry.relationships.toManys where !link.isColumn {
      guard let changes = collections?[link.place].changes else { continue }
      for key in changes.added { unlink(link, link.object(key)) }
      for key in changes.removed where link.object(key).exists { self.link(link, link.object(key)) }
    }
  }

  /// A deleted object leads here again, as it is stored: its rule decides by that. Whom it led to meanwhile is let go.
  private func leadBack(from key: Int64, _ link: ToOneLink) {
    guard let slot = link.inverseSlot, let gone = link.destination.hierarchy.map[key],
      gone.state.contains(.deleted), !gone.state.contains(.detached),
      gone.storedReferenceKey(slot) == self.key,
      let back = gone.registry.relationships.toOne(at: slot)
    else { return }
    if let rivalKey = gone.referenceKey(slot), rivalKey != self.key,
      let rival = back.destination.hierarchy.map[rivalKey], rival.exists,
      rival.referenceKey(link.slot) == key,
      let forth = rival.registry.relationships.toOne(at: link.slot)
    {
      rival.setKey(nil, forth)
    }
    gone.assign(.reference(ObjectID(home: gone.registry.home(at: slot), key: self.key)), slot)
  }
}
