/// A checked model with the inheritance of all its entities worked out.
package final class ResolvedModel: Sendable {
  package let model: EntityModel
  /// The entities in the model's order.
  package let entities: [ResolvedEntity]
  private let byName: [String: ResolvedEntity]

  /// - Parameter model: a checked model: parents exist and do not run in circles.
  package init(_ model: EntityModel) {
    self.model = model
    let hierarchies = Hierarchies(model.entities)
    entities = model.entities.enumerated().map { index, description in
      hierarchies.resolve(description, index: index)
    }
    byName = Dictionary(entities.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  package subscript(name: String) -> ResolvedEntity? { byName[name] }

  /// The entities at the roots of their hierarchies: one table each.
  package var roots: [ResolvedEntity] { entities.filter { $0.rootName == $0.name } }

  /// The entities of a hierarchy in the order of their numbers.
  package func family(ofRoot root: String) -> [ResolvedEntity] {
    entities.filter { $0.rootName == root }.sorted { $0.number < $1.number }
  }
}
