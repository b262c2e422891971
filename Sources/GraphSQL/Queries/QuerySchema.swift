package import GraphModel
import GraphQuery

/// What the SQL of queries has to know of a whole store.
package struct QuerySchema: Sendable {
  let model: ResolvedModel
  /// The names of the join tables, in the model's order.
  let joinTables: [String]

  /// - Parameters:
  ///   - model: the store's model.
  ///   - joinTables: the names of its join tables, where they are others than the model proposes.
  package init(_ model: ResolvedModel, joinTables: [String]? = nil) {
    self.model = model
    self.joinTables = joinTables ?? model.joins.map(\.tableName)
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
