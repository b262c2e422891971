package import GraphValues

/// The members of a to-many relationship, owner by owner.
///
/// Owners ascend; an owner's members come in the order of its list, equals and members of unordered
/// relationships in the order of their keys. A member of several owners is read where it comes first, and
/// counts as known afterwards.
package struct MemberRows: Sendable {
  /// The order key of a member that was given none, as another tool may do: it comes first.
  package static let missingOrder = Int64.min

  package let rows: CollectedRows
  /// The owner's key, row by row.
  package let owners: [Int64]
  /// The order key in the owner's list, row by row; empty where the relationship is not ordered.
  package let orders: [Int64]

  package init(rows: CollectedRows, owners: [Int64], orders: [Int64] = []) {
    self.rows = rows
    self.owners = owners
    self.orders = orders
  }
}
