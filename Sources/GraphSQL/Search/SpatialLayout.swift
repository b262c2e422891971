package import GraphModel
import SQLSyntax

/// A spatial index: an R-tree of the rows that have a box, and the triggers that keep it in step with them.
/// https://sqlite.org/rtree.html
///
/// The R-tree holds 32-bit numbers, rounded away from the box: it finds candidates, and queries look at the columns
/// themselves too.
package struct SpatialLayout: Sendable {
  /// The table of the rows.
  package let table: String
  /// The R-tree.
  package let name: String
  package let index: ResolvedSpatial
  /// The conditions on the entity of the old and of the new row; nil where all rows are meant.
  private let isOldMember: String?
  private let isNewMember: String?
  private let triggerNames: [String]

  static let keyColumn = "id"

  init(_ index: ResolvedSpatial, of layout: TableLayout, _ entity: ResolvedEntity, names: inout SchemaNames) {
    table = layout.tableName
    self.index = index
    isOldMember = layout.familyCondition(entity.familyRange, prefix: "OLD.")
    isNewMember = layout.familyCondition(entity.familyRange, prefix: "NEW.")
    name = names.name(Self.name(of: index, root: layout.tableName))
    let name = name
    triggerNames = ["insert", "delete", "leave", "enter"].map { names.name("\(name)_\($0)") }
  }

  /// The name of an R-tree. The end keeps it apart from the tables that R-trees make of another's name.
  static func name(of index: ResolvedSpatial, root: String) -> String {
    "_graphstore_\(root)_\(index.name)_spatial"
  }

  /// The columns of an axis' ends.
  static func columns(ofAxis axis: Int) -> (minimum: String, maximum: String) { ("min\(axis)", "max\(axis)") }

  /// `CREATE VIRTUAL TABLE`.
  package var creation: String {
    let columns = index.axes.indices.flatMap { axis -> [String] in
      let (minimum, maximum) = Self.columns(ofAxis: axis)
      return [SQL.quoted(identifier: minimum), SQL.quoted(identifier: maximum)]
    }
    return """
      CREATE VIRTUAL TABLE \(SQL.quoted(identifier: name)) \
      USING rtree(\(Self.keyColumn), \(columns.joined(separator: ", ")))
      """
  }

  package var triggers: [TriggerLayout] {
    let columns = Array(Set(ends)).sorted()
    let changes = columns.map { "OLD.\(quoted($0)) IS NOT NEW.\(quoted($0))" }.joined(separator: " OR ")
    return [
      TriggerLayout(
        triggerNames[0], after: .insert, on: table, when: [isNewMember, hasBox("NEW")], do: [insertion]),
      TriggerLayout(
        triggerNames[1], after: .delete, on: table, when: [isOldMember, hasBox("OLD")], do: [deletion]),
      TriggerLayout(
        triggerNames[2], after: .update(columns), on: table,
        when: [isOldMember, hasBox("OLD"), "NOT \(hasBox("NEW"))"], do: [deletion]),
      TriggerLayout(
        triggerNames[3], after: .update(columns), on: table,
        when: [isNewMember, hasBox("NEW"), "(\(changes))"], do: [deletion, insertion]),
    ]
  }

  /// Whether a row has a box: all its ends, the smaller ones not beyond the larger ones.
  private func hasBox(_ row: String) -> String {
    let conditions = index.axes.map { axis in
      axis.isPoint
        ? "\(row).\(quoted(axis.minimum)) IS NOT NULL"
        : "coalesce(\(row).\(quoted(axis.minimum)) <= \(row).\(quoted(axis.maximum)), 0)"
    }
    return conditions.count == 1 ? conditions[0] : "(\(conditions.joined(separator: " AND ")))"
  }

  private var ends: [String] { index.axes.flatMap { [$0.minimum, $0.maximum] } }

  private var insertion: String {
    let values = ([TableLayout.keyColumn] + ends).map { "NEW.\(quoted($0))" }.joined(separator: ", ")
    return "INSERT INTO \(quoted(name)) VALUES (\(values))"
  }

  private var deletion: String {
    "DELETE FROM \(quoted(name)) WHERE \(Self.keyColumn) = OLD.\(quoted(TableLayout.keyColumn))"
  }

  private func quoted(_ name: String) -> String { SQL.quoted(identifier: name) }
}
