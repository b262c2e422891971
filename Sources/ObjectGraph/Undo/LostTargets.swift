import GraphModel
import GraphValues

/// What undoing could not put back, because it led to objects whose deletion was saved and not taken back: once they come
/// back, too, it is put back with them.
struct LostTargets {
  /// A reference that was left empty.
  struct Reference {
    let object: ManagedObject
    let link: ToOneLink
    let key: Int64
    let order: Int64?
  }

  var references: [Reference] = []
  var links: [(place: ChangeGroup.LinkPlace, state: ChangeGroup.LinkState)] = []

  var isEmpty: Bool { references.isEmpty && links.isEmpty }
}

extension ContextCore {
  /// Puts back what leads to objects that have come back.
  ///
  /// - Parameter inverse: gets what the places held until now.
  func restoreLost(_ inverse: ChangeGroup) {
    if lostTargets.isEmpty { return }
    let lost = lostTargets
    lostTargets = LostTargets()
    for reference in lost.references {
      let (object, link) = (reference.object, reference.link)
      guard object.exists, link.destination.hierarchy.map[reference.key]?.isThere == true else {
        lostTargets.references.append(reference)
        continue
      }
      guard object.referenceKey(link.slot) == nil else { continue }
      inverse.noteValue(of: object, link.slot, .null)
      if let orderSlot = link.orderSlot { inverse.noteValue(of: object, orderSlot, .null) }
      object.setKey(reference.key, link, order: reference.order)
    }
    for (place, state) in lost.links {
      guard place.owner.exists, place.link?.destination.hierarchy.map[place.member]?.isThere == true else {
        lostTargets.links.append((place, state))
        continue
      }
      guard place.state == .absent else { continue }
      inverse.noteLink(place, .absent)
      place.restore(state)
    }
  }
}

extension ManagedObject {
  /// Whether it is an object of its context that is known to be stored, or is new.
  fileprivate var isThere: Bool { exists && !isFault }

  /// Whether what a to-one would lead to is gone, which is noted. A reference that may dangle is left alone.
  ///
  /// - Parameter order: the object's place in the other's list.
  func loses(_ key: Int64, _ link: ToOneLink, order: Int64?) -> Bool {
    if link.inverse.deleteRule == .noAction { return false }
    let target = link.object(key)
    if !target.isFault || (try? target.fulfill()) != nil { return false }
    link.destination.hierarchy.map.remove(key)
    target.state = .detached
    registry.core.lostTargets.references.append(
      LostTargets.Reference(object: self, link: link, key: key, order: order))
    return true
  }
}
