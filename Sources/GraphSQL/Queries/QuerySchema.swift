package import GraphModel
import GraphQuery
import SQLSyntax

/// What the SQL of queries has to know of a whole store.
package struct QuerySchema: Sendable {
  let model: ResolvedModel
  /// The names of the join tables, in the model's order.
  let joinTables: [String]
  /// The names of the full-text indexes, by the roots of their hierarchies.
  private let fullTextTables: [String: String]
  /// The names of the spatial indexes.
  private let spatialTables: [SpatialIndexKey: String]

  /// - Parameters:
  ///   - model: the store's model.
  ///   - joinTables: the names of its join tables, where they are others than the model proposes.
  ///   - search: its full-text and spatial indexes, where it has any.
  package init(_ model: ResolvedModel, joinTables: [String]? = nil, search: SearchLayout? = nil) {
    self.model = model
    self.joinTables = joinTables ?? model.joins.map(\.tableName)
    fullTextTables = Dictionary(
      (search?.fullTexts ?? []).map { ($0.table, $0.name) }, uniquingKeysWith: { first, _ in first })
    spatialTables = Dictionary(
      (search?.spatials ?? []).map {
        (SpatialIndexKey(entity: $0.index.entity, name: $0.index.name), $0.name)
      },
      uniquingKeysWith: { first, _ in first })
  }

  /// The full-text index of a hierarchy, quoted.
  func fullTextTable(ofRoot root: String) -> String {
    SQL.quoted(identifier: fullTextTables[root] ?? FullTextLayout.name(ofRoot: root))
  }

  /// A spatial index, quoted.
  func spatialTable(_ index: SpatialIndexKey) -> String {
    SQL.quoted(identifier: spatialTables[index] ?? index.name)
  }

  /// Whether an index of the entity's table begins with a column, so that few rows can be found by it.
  func hasIndex(on column: QueryColumn, of entity: ResolvedEntity) -> Bool {
    if column.isObject || column.kind == .reference { return true }
    guard column.slot >= 0,
      let name = model.hierarchyProperties(ofRoot: entity.rootName).first(where: {
        $0.slot == Int(column.slot)
      })?.name
    else { return false }
    if entity.uniquenessConstraints.contains(where: { $0.first == name }) { return true }
    return ([entity.name] + entity.ancestors).contains { line in
      model[line]?.description.indexes.contains { $0.elements.first?.property == name } ?? false
    }
  }
}
