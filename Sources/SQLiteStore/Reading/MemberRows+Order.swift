import GraphValues
import ObjectGraph
import SQLiteAccess

extension MemberRows {
  /// Rows put in the order of owners, and of their lists.
  ///
  /// - Complexity: O(n) where they have it already, which indexes and the order of insertion mostly see to.
  init(_ linked: LinkedRows) {
    let keys = linked.rows.keys
    let (owners, orders) = (linked.owners, linked.orders)
    func precedes(_ left: Int, _ right: Int) -> Bool {
      if owners[left] != owners[right] { return owners[left] < owners[right] }
      if !orders.isEmpty, orders[left] != orders[right] { return orders[left] < orders[right] }
      return keys[left] < keys[right]
    }
    var isSorted = true
    for index in keys.indices.dropFirst() where precedes(index, index - 1) {
      isSorted = false
      break
    }
    if isSorted {
      self.init(rows: linked.rows, owners: owners, orders: orders)
      return
    }
    let sorted = keys.indices.sorted(by: precedes)
    self.init(
      rows: linked.rows.reordered(sorted), owners: sorted.map { owners[$0] },
      orders: orders.isEmpty ? [] : sorted.map { orders[$0] })
  }
}
