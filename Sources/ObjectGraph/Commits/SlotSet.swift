/// A set of slots of a hierarchy.
package struct SlotSet: Sendable, Hashable {
  private var low: UInt64 = 0
  private var high: [UInt64] = []

  package init() {}

  package init(_ slots: some Sequence<Int>) {
    for slot in slots { insert(slot) }
  }

  package var isEmpty: Bool { low == 0 && high.isEmpty }

  package func contains(_ slot: Int) -> Bool {
    if slot < 64 { return low & (1 << UInt64(slot)) != 0 }
    let word = slot / 64 - 1
    return word < high.count && high[word] & (1 << UInt64(slot % 64)) != 0
  }

  package mutating func insert(_ slot: Int) {
    if slot < 64 {
      low |= 1 << UInt64(slot)
    } else {
      let word = slot / 64 - 1
      while high.count <= word { high.append(0) }
      high[word] |= 1 << UInt64(slot % 64)
    }
  }

  package mutating func formUnion(_ other: SlotSet) {
    low |= other.low
    while high.count < other.high.count { high.append(0) }
    for word in other.high.indices { high[word] |= other.high[word] }
  }

  package func isDisjoint(with other: SlotSet) -> Bool {
    low & other.low == 0 && zip(high, other.high).allSatisfy { $0 & $1 == 0 }
  }

  /// The slots in ascending order.
  package var slots: [Int] {
    ([low] + high).enumerated().flatMap { word, bits in
      (0..<64).compactMap { bits & (1 << UInt64($0)) == 0 ? nil : word * 64 + $0 }
    }
  }
}
