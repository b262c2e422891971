import GraphModel
import GraphValues

extension ContextCore {
  /// Gives places to members that were added at the end of ordered lists which are not known.
  func placeNewMembers() throws {
    var owners: [Int: [ManagedObject]] = [:]
    var links: [Int: ToManyLink] = [:]
    for object in related where object.state.isDisjoint(with: [.deleted, .detached]) {
      for link in object.registry.relationships.toManys where link.isOrdered {
        guard let state = object.collections?[link.place] else { continue }
        if state.members != nil {
          object.renumberIfFull(link)
        } else if let changes = state.changes, !(changes.added.isEmpty && changes.returned.isEmpty),
          link.isColumn
        {
          owners[link.relationship.index, default: []].append(object)
          links[link.relationship.index] = link
        }
      }
    }
    for (index, objects) in owners.sorted(by: { $0.key < $1.key }) {
      guard let link = links[index], case .inverseColumn(_, let place) = link.relationship.storage,
        let orderSlot = place
      else {
        continue
      }
      let lasts = try store.lastOrders(link.relationship, owners: objects.map(\.key))
      for object in objects { object.placeAdded(link, orderSlot, after: lasts[object.key]) }
    }
  }
}

extension ManagedObject {
  fileprivate func placeAdded(_ link: ToManyLink, _ orderSlot: Int, after last: Int64?) {
    var last = last
    let changes = collections?[link.place].changes
    for key in changes?.arrived ?? [] {
      let member = link.object(key)
      if case .int(let order)? = member.currentValue(orderSlot) {
        last = max(last ?? order, order)
        continue
      }
      guard let next = OrderKeys.after(last), next != .max else {
        // The places are used up: the whole list is numbered anew.
        _ = memberKeys(link)
        return renumberIfFull(link)
      }
      member.assignUnjournaled(.int(next), orderSlot)
      last = next
    }
  }

  /// Numbers a list anew whose last places could not be given any more.
  fileprivate func renumberIfFull(_ link: ToManyLink) {
    guard let state = collections?[link.place], let members = state.members, state.orders.last == .max else {
      return
    }
    for (index, key) in Array(members).enumerated() {
      setPlace((Int64(index) + 1) * OrderKeys.gap, of: link.object(key), link)
    }
  }
}
