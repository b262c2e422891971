package import GraphValues

/// Collected rows that belong to owners, in the query's order.
package struct LinkedRows: Sendable {
  package let rows: CollectedRows
  /// The owner of each row.
  package let owners: [Int64]
  /// The order of each row in its owner's list; empty where it was not wanted.
  package let orders: [Int64]
}

/// How rows with an owner are packed: the owner and the order stand before the key.
struct RowLink {
  /// The columns before the key.
  static let columnCount = 2

  let isOrdered: Bool
  /// Tells the rows that are wanted.
  let accepts: (_ owner: Int64, _ key: Int64) -> Bool
}
