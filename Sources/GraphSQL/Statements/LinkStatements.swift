import GraphModel
import SQLSyntax

/// The texts of the statements that write the rows of a join table.
///
/// `?1` is the source's key, `?2` the target's; the places in lists, of those sides that have an order, are `?3` and on,
/// the source's first.
package struct LinkStatements: Sendable {
  /// The join table's quoted name.
  package let table: String
  /// Inserts a link.
  package let insertion: String
  /// Deletes a link.
  package let deletion: String
  /// Sets both places of a link; nil where no side has an order.
  package let reordering: String?
  /// Deletes all links of the objects in the JSON array `?1`, in the column of sources and in that of targets.
  package let sourcesDeletion: String
  package let targetsDeletion: String

  private static let source = SQL.quoted(identifier: JoinTableLayout.sourceColumn)
  private static let target = SQL.quoted(identifier: JoinTableLayout.targetColumn)
  private let isSelfInverse: Bool

  package init(_ layout: JoinTableLayout) {
    let (source, target) = (Self.source, Self.target)
    let orders = layout.orderColumns.map { SQL.quoted(identifier: $0) }
    let columns = [source, target] + orders
    let parameters = columns.indices.map { "?\($0 + 1)" }
    let assignments = zip(orders, parameters.dropFirst(2)).map { "\($0) = \($1)" }
    let pair = "\(source) = ?1 AND \(target) = ?2"
    isSelfInverse = layout.join.isSelfInverse
    table = SQL.quoted(identifier: layout.tableName)
    insertion =
      "INSERT INTO \(table) (\(columns.joined(separator: ", "))) VALUES (\(parameters.joined(separator: ", ")))"
    deletion = "DELETE FROM \(table) WHERE \(pair)"
    reordering =
      orders.isEmpty ? nil : "UPDATE \(table) SET \(assignments.joined(separator: ", ")) WHERE \(pair)"
    sourcesDeletion = "DELETE FROM \(table) WHERE \(source) IN (SELECT value FROM json_each(?1))"
    targetsDeletion = "DELETE FROM \(table) WHERE \(target) IN (SELECT value FROM json_each(?1))"
  }

  /// The row of a link between the owner `?1` and the member `?2`, of the relationship of one side.
  func link(ownerIsSource: Bool) -> String {
    let (owner, member) = ownerIsSource ? (Self.source, Self.target) : (Self.target, Self.source)
    let condition =
      isSelfInverse
      ? "\(Self.source) = min(?1, ?2) AND \(Self.target) = max(?1, ?2)" : "\(owner) = ?1 AND \(member) = ?2"
    return "SELECT 1 FROM \(table) WHERE \(condition)"
  }
}
