import GraphModel

extension ResolvedModel {
  /// Whether entities inherit from the entity of a name.
  func hasChildren(_ name: String) -> Bool {
    entities.contains { $0.description.parent == name }
  }

  /// The names of the entity and all that inherit from it, in the model's order, without abstract ones.
  func concreteFamily(of entity: ResolvedEntity) -> [String] {
    entities.filter { !$0.isAbstract && ($0.name == entity.name || $0.ancestors.contains(entity.name)) }
      .map(\.name)
  }
}
