import GraphValues
import ObjectGraph
import SQLiteAccess

extension MemberRows {
  /// Rows put in the order of owners, and of their lists.
  ///
  /// - Complexity: O(n) where they have it already, which indexes and the order of insertion mostly see to.
  init(_ linked: LinkedRows) {
    let order = MemberOrder(linked)
    if order.isSorted {
      self.init(rows: linked.rows, owners: linked.owners, orders: linked.orders)
      return
    }
    let sorted = order.sorted()
    self.init(
      rows: linked.rows.reordered(sorted), owners: sorted.map { linked.owners[$0] },
      orders: linked.orders.isEmpty ? [] : sorted.map { linked.orders[$0] })
  }
}

/// Sorts collected rows by owner, then by their place in the owner's list, then by key.
private struct MemberOrder {
  let owners: [Int64]
  let orders: [Int64]
  let keys: [Int64]

  init(_ linked: LinkedRows) {
    owners = linked.owners
    orders = linked.orders
    keys = linked.rows.keys
  }

  var isSorted: Bool {
    for index in keys.indices.dropFirst() where precedes(index, index - 1) { return false }
    return true
  }

  /// The rows' indices in order.
  func sorted() -> [Int] {
    guard let first = owners.min(), let last = owners.max() else { return [] }
    let span = UInt64(bitPattern: last &- first)
    if span > UInt64(owners.count) * 4 { return keys.indices.sorted(by: precedes) }
    return sortedByCounting(first, span: Int(span))
  }

  /// Puts the rows of each owner side by side by counting them, and sorts what is not in order there.
  private func sortedByCounting(_ first: Int64, span: Int) -> [Int] {
    var ends = [Int](repeating: 0, count: span + 2)
    for owner in owners { ends[Int(owner &- first) + 1] += 1 }
    for index in 1..<ends.count { ends[index] += ends[index - 1] }
    let starts = ends
    var result = [Int](repeating: 0, count: owners.count)
    for index in owners.indices {
      let group = Int(owners[index] &- first)
      result[ends[group]] = index
      ends[group] += 1
    }
    for group in 0...span {
      let rows = starts[group]..<starts[group + 1]
      let isSorted = rows.dropFirst().allSatisfy { !precedes(result[$0], result[$0 - 1]) }
      if !isSorted { result[rows].sort(by: precedes) }
    }
    return result
  }

  private func precedes(_ left: Int, _ right: Int) -> Bool {
    if owners[left] != owners[right] { return owners[left] < owners[right] }
    if !orders.isEmpty, orders[left] != orders[right] { return orders[left] < orders[right] }
    return keys[left] < keys[right]
  }
}
