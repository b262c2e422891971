/// A set of keys in one piece of memory; what deletions by rule ask for every row they meet.
package struct KeySet: Sendable {
  /// Slots that hold this are empty; the key itself is kept beside them.
  private static let empty = Int64.min

  private var slots: [Int64] = []
  private var mask = 0
  private var holdsEmpty = false
  package private(set) var count = 0

  package init(_ keys: some Collection<Int64> = []) {
    grow(toHold: keys.count)
    for key in keys { insert(key) }
  }

  /// Adds a key; false where it is there already.
  @discardableResult
  package mutating func insert(_ key: Int64) -> Bool {
    if key == Self.empty {
      defer { holdsEmpty = true }
      return !holdsEmpty
    }
    if (count + 1) * 2 > slots.count { grow(toHold: count * 2 + 8) }
    var slot = place(of: key)
    while slots[slot] != Self.empty {
      if slots[slot] == key { return false }
      slot = (slot + 1) & mask
    }
    slots[slot] = key
    count += 1
    return true
  }

  package func contains(_ key: Int64) -> Bool {
    if key == Self.empty { return holdsEmpty }
    if count == 0 { return false }
    var slot = place(of: key)
    while slots[slot] != Self.empty {
      if slots[slot] == key { return true }
      slot = (slot + 1) & mask
    }
    return false
  }

  /// The keys, in no order.
  package var keys: [Int64] { slots.filter { $0 != Self.empty } + (holdsEmpty ? [Self.empty] : []) }

  /// Neighbouring keys lie in neighbouring slots, sixteen of them; others are scattered.
  private func place(of key: Int64) -> Int {
    let mixed = UInt64(bitPattern: key >> 4) &* 0x9E37_79B9_7F4A_7C15
    return (Int(truncatingIfNeeded: key) ^ Int(truncatingIfNeeded: mixed >> 32) << 4) & mask
  }

  private mutating func grow(toHold wanted: Int) {
    var capacity = 16
    while capacity < wanted * 2 { capacity *= 2 }
    let old = slots
    slots = [Int64](repeating: Self.empty, count: capacity)
    mask = capacity - 1
    count = 0
    for key in old where key != Self.empty { insert(key) }
  }
}
