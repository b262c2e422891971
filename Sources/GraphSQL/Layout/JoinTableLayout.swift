package import GraphModel
package import SQLSyntax

/// How a to-many relationship whose inverse is none or a to-many lies in a table of its own: a row a pair of objects.
package struct JoinTableLayout: Sendable {
  /// The column of the key of the object whose relationship names the table.
  package static let sourceColumn = "source"
  /// The column of the other object's key.
  package static let targetColumn = "target"
  /// The column of the target's place in the source's list.
  package static let sourceOrderColumn = "source_order"
  /// The column of the source's place in the target's list.
  package static let targetOrderColumn = "target_order"

  package let join: JoinDescription
  package let tableName: String
  /// The index that leads from targets to sources.
  package let index: IndexLayout
  /// The tables that the columns of keys are foreign keys to; nil where they may dangle.
  package let sourceReference: String?
  package let targetReference: String?

  init(_ join: JoinDescription, in model: ResolvedModel, names: inout SchemaNames) {
    self.join = join
    tableName = names.name(join.tableName)
    index = IndexLayout(
      names.name("\(tableName)_target"), on: tableName,
      [IndexLayout.Term(Self.targetColumn), IndexLayout.Term(Self.sourceColumn)])
    let (source, target) = (model.relationships[join.source], model.relationships[join.target])
    sourceReference = source.deleteRule == .noAction ? nil : join.sourceRoot
    targetReference = target.deleteRule == .noAction ? nil : join.targetRoot
  }

  /// The columns of places in lists.
  package var orderColumns: [String] {
    (join.sourceIsOrdered ? [Self.sourceOrderColumn] : [])
      + (join.targetIsOrdered ? [Self.targetOrderColumn] : [])
  }

  /// The column of the owner's key, for the relationship of one side.
  package static func ownerColumn(isSource: Bool) -> String { isSource ? sourceColumn : targetColumn }

  /// The column of the member's key, for the relationship of one side.
  package static func memberColumn(isSource: Bool) -> String { isSource ? targetColumn : sourceColumn }

  /// The column of the member's place in the owner's list, for the relationship of one side; nil where that has no
  /// order.
  package func orderColumn(isSource: Bool) -> String? {
    if isSource { return join.sourceIsOrdered ? Self.sourceOrderColumn : nil }
    return join.targetIsOrdered ? Self.targetOrderColumn : nil
  }

  /// `CREATE TABLE`.
  package var creation: SQL {
    var definitions = [
      key(Self.sourceColumn, sourceReference), key(Self.targetColumn, targetReference),
    ]
    for column in orderColumns { definitions.append("\(identifier: column) INTEGER") }
    definitions += checks
    definitions.append(
      "PRIMARY KEY (\(identifier: Self.sourceColumn), \(identifier: Self.targetColumn))")
    return """
      CREATE TABLE \(identifier: tableName) (\(sql: definitions.joined(separator: ", "))) \
      STRICT, WITHOUT ROWID
      """
  }

  /// The conditions that rows have to meet: a self-inverse pair lies once, with the smaller key first.
  package var checks: [SQL] {
    join.isSelfInverse ? ["CHECK (\(identifier: Self.sourceColumn) <= \(identifier: Self.targetColumn))"] : []
  }

  private func key(_ column: String, _ reference: String?) -> SQL {
    "\(identifier: column) INTEGER NOT NULL\(sql: reference.map { TableLayout.foreignKey(to: $0) } ?? SQL())"
  }
}
