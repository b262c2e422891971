import GraphValues

/// What is known of one to-many relationship of one object.
///
/// Members are kept by their keys: no object holds another, so that objects nobody needs can go one by one.
struct ToManyState {
  /// The members' keys as they are now; nil for a fault. In the order of the list, or ascending.
  var members: ArraySlice<Int64>?
  /// The members' places, side by side with ``members``, where the relationship is ordered.
  var orders: ArraySlice<Int64> = []
  /// What differs from the store; nil where nothing does, and for objects that have never been saved.
  var changes: ToManyChanges?
  /// The number of stored members, where it has been asked for.
  var storedCount: Int? {
    didSet { if storedCount == nil { storedFirst = nil } }
  }
  /// The first of the stored members, where it has been asked for.
  var storedFirst: First?

  /// A first member, or that there is none.
  struct First {
    let key: Int64?
  }
}

/// The members that a to-many relationship has gained and lost since the last save.
final class ToManyChanges {
  /// Who has the places of members.
  enum Places {
    case none, byMember, byPair
  }

  /// In the order in which they were added.
  private(set) var added: [Int64] = []
  private(set) var removed: Set<Int64> = []
  /// Members that were removed and came back to the end of a list that was not known.
  private(set) var returned: [Int64] = []
  /// What was added and what returned, as it came; nil where nothing returned.
  private var mixed: [Int64]?
  /// Members of a join whose places changed.
  var reordered: Set<Int64> = []
  private var isAdded: Set<Int64> = []
  /// The stored places of members that were removed, as far as they are known.
  private var removedOrders: [Int64: Int64] = [:]

  func copy() -> ToManyChanges {
    let copy = ToManyChanges()
    copy.added = added
    copy.removed = removed
    copy.returned = returned
    copy.mixed = mixed
    copy.reordered = reordered
    copy.isAdded = isAdded
    copy.removedOrders = removedOrders
    return copy
  }

  /// The members that stand at the end of a list that is not known, in the order in which they came there.
  var arrived: [Int64] { mixed ?? added }

  var isEmpty: Bool { added.isEmpty && removed.isEmpty && reordered.isEmpty }

  func contains(_ key: Int64) -> Bool { isAdded.contains(key) }

  /// Members that were removed and are gone need not be removed any more.
  func forgetRemoved(where isGone: (Int64) -> Bool) { removed = removed.filter { !isGone($0) } }

  /// - Parameters:
  ///   - order: the member's place; nil where it is not known.
  ///   - places: who has the member's place.
  func add(_ key: Int64, order: Int64?, places: Places) {
    if removed.remove(key) != nil {
      let former = removedOrders.removeValue(forKey: key)
      // It may have come back to another place.
      if places == .byPair, former == nil || former != order { reordered.insert(key) }
      if places == .byMember, order == nil {
        mixed = arrived + [key]
        returned.append(key)
      }
      return
    }
    if isAdded.insert(key).inserted {
      added.append(key)
      mixed?.append(key)
    }
  }

  /// - Parameter order: the place that the member had; nil where it is not known.
  func remove(_ key: Int64, order: Int64? = nil) {
    let isMoved = reordered.remove(key) != nil
    returned.removeAll { $0 == key }
    mixed?.removeAll { $0 == key }
    if isAdded.remove(key) == nil {
      removed.insert(key)
      removedOrders[key] = isMoved ? nil : order
    } else if added.last == key {
      added.removeLast()
    } else if let index = added.firstIndex(of: key) {
      added.remove(at: index)
    }
  }
}

extension ToManyState {
  /// The index of a member; nil where it is none or the members are not known.
  func index(of key: Int64, isOrdered: Bool) -> Int? {
    guard let members else { return nil }
    if isOrdered {
      // Mostly the ends are meant.
      if members.last == key { return members.endIndex - 1 }
      return members.firstIndex(of: key)
    }
    let index = Self.position(of: key, in: members)
    return index < members.endIndex && members[index] == key ? index : nil
  }

  /// A member's place in a list that is known.
  func order(of key: Int64) -> Int64? {
    guard let start = members?.startIndex, let index = index(of: key, isOrdered: true) else { return nil }
    return orders[orders.startIndex + (index - start)]
  }

  /// Adds a member to those that are known; one that is there takes its new place.
  mutating func insert(_ key: Int64, order: Int64?) {
    guard members != nil else { return }
    guard let order else {
      if let last = members?.last, last >= key {
        guard let all = members else { return }
        let index = Self.position(of: key, in: all)
        if all[index] != key { members?.insert(key, at: index) }
      } else {
        members?.append(key)
      }
      return
    }
    remove(key, isOrdered: true)
    guard let all = members else { return }
    var low = 0
    var high = all.count
    while low < high {
      let middle = (low + high) / 2
      let other = (orders[orders.startIndex + middle], all[all.startIndex + middle])
      if other < (order, key) { low = middle + 1 } else { high = middle }
    }
    members?.insert(key, at: all.startIndex + low)
    orders.insert(order, at: orders.startIndex + low)
  }

  /// Takes a member out of those that are known.
  mutating func remove(_ key: Int64, isOrdered: Bool) {
    guard let index = index(of: key, isOrdered: isOrdered), let start = members?.startIndex else { return }
    members?.remove(at: index)
    if isOrdered { orders.remove(at: orders.startIndex + (index - start)) }
  }

  /// Takes out all members that a condition names.
  mutating func removeAll(where isGone: (Int64) -> Bool) {
    storedCount = nil
    guard let all = members, all.contains(where: isGone) else { return }
    if orders.count == all.count {
      let kept = zip(all, orders).filter { !isGone($0.0) }
      members = ArraySlice(kept.map(\.0))
      orders = ArraySlice(kept.map(\.1))
    } else {
      members = all.filter { !isGone($0) }[...]
    }
  }

  /// The first index in ascending keys whose key is not smaller.
  private static func position(of key: Int64, in keys: ArraySlice<Int64>) -> Int {
    var low = keys.startIndex
    var high = keys.endIndex
    while low < high {
      let middle = low + (high - low) / 2
      if keys[middle] < key { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
