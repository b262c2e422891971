/// A reference model with everything looked up: families, inherited properties, and an inverse for every relationship.
package final class ReferenceSchema: Sendable {
  package struct Entity: Sendable {
    package let index: Int
    package let name: String
    package let isAbstract: Bool
    package let root: Int
    /// Itself and all that inherit from it.
    package let family: Set<Int>
    /// Own and inherited, and those of composites by their whole names.
    package let attributes: [ReferenceModel.Attribute]
    /// Optional composites: their members, and which of them are required where one has a value.
    package let optionalGroups: [(members: [String], required: [String])]
    package let derived: [ReferenceModel.Derived]
    /// Own and inherited, implicit ones too, as indexes.
    package let relationships: [Int]
  }

  package struct Relationship: Sendable {
    package let index: Int
    package let name: String
    package let owner: Int
    package let destination: Int
    package let isToMany: Bool
    package let isOrdered: Bool
    package let isRequired: Bool
    package let rule: ReferenceModel.Rule
    package let minimum: Int
    package let maximum: Int
    package let inverse: Int
    package let isImplicit: Bool

    package var isSelfInverse: Bool { inverse == index }
  }

  package struct Uniqueness: Sendable {
    package let owner: Int
    package let family: Set<Int>
    package let properties: [String]
  }

  package let model: ReferenceModel
  package let entities: [Entity]
  package let relationships: [Relationship]
  package let uniqueness: [Uniqueness]

  package init(_ model: ReferenceModel) {
    self.model = model
    let numbers = Dictionary(uniqueKeysWithValues: model.entities.enumerated().map { ($1.name, $0) })
    func parent(_ index: Int) -> Int? { model.entities[index].parent.flatMap { numbers[$0] } }
    func line(_ index: Int) -> [Int] {
      var result = [index]
      while let last = result.first, let next = parent(last) { result.insert(next, at: 0) }
      return result
    }
    let relationships = Self.relationships(model, numbers)
    self.relationships = relationships
    let lines = model.entities.indices.map(line)
    entities = model.entities.enumerated().map { index, entity in
      Entity(
        index: index, name: entity.name, isAbstract: entity.isAbstract, root: lines[index].first ?? index,
        family: Set(lines.indices.filter { lines[$0].contains(index) }),
        attributes: lines[index].flatMap { Self.attributes(model.entities[$0]) },
        optionalGroups: lines[index].flatMap { Self.optionalGroups(model.entities[$0]) },
        derived: lines[index].flatMap { model.entities[$0].derived },
        relationships: relationships.filter { lines[index].contains($0.owner) }.map(\.index))
    }
    let entities = entities
    uniqueness = model.entities.enumerated().flatMap { index, entity in
      entity.unique.map { Uniqueness(owner: index, family: entities[index].family, properties: $0) }
    }
  }

  private static func attributes(_ entity: ReferenceModel.Entity) -> [ReferenceModel.Attribute] {
    entity.attributes
      + entity.composites.flatMap { composite in
        composite.members.map { member in
          var member = member
          member.name = composite.name + "." + member.name
          if composite.isOptional { member.isOptional = true }
          return member
        }
      }
  }

  private static func optionalGroups(_ entity: ReferenceModel.Entity) -> [(
    members: [String], required: [String]
  )] {
    entity.composites.filter(\.isOptional).map { composite in
      func names(_ members: [ReferenceModel.Attribute]) -> [String] {
        members.map { composite.name + "." + $0.name }
      }
      return (names(composite.members), names(composite.members.filter { !$0.isOptional }))
    }
  }

  /// All relationships: those of the model, and behind them one for each whose inverse the model leaves out.
  private static func relationships(_ model: ReferenceModel, _ numbers: [String: Int]) -> [Relationship] {
    var places: [String: Int] = [:]
    var explicit: [(owner: Int, description: ReferenceModel.Relationship)] = []
    for (owner, entity) in model.entities.enumerated() {
      for relationship in entity.relationships {
        places["\(entity.name).\(relationship.name)"] = explicit.count
        explicit.append((owner, relationship))
      }
    }
    var result: [Relationship] = []
    var implicit: [Relationship] = []
    for (index, entry) in explicit.enumerated() {
      let description = entry.description
      let destination = numbers[description.destination] ?? 0
      var inverse = description.inverse.flatMap { places["\(description.destination).\($0)"] }
      if inverse == nil {
        inverse = explicit.count + implicit.count
        implicit.append(
          Relationship(
            index: explicit.count + implicit.count, name: "", owner: destination, destination: entry.owner,
            isToMany: true, isOrdered: false, isRequired: false, rule: .nullify, minimum: 0, maximum: .max,
            inverse: index, isImplicit: true))
      }
      result.append(
        Relationship(
          index: index, name: description.name, owner: entry.owner, destination: destination,
          isToMany: description.isToMany, isOrdered: description.isOrdered,
          isRequired: !description.isToMany && !description.isOptional, rule: description.rule,
          minimum: description.minimum ?? 0, maximum: description.maximum ?? .max, inverse: inverse ?? index,
          isImplicit: false))
    }
    return result + implicit
  }

  package func attribute(_ name: String, of entity: Int) -> ReferenceModel.Attribute? {
    entities[entity].attributes.first { $0.name == name }
  }

  /// The relationship of a name that objects of an entity have.
  package func relationship(_ name: String, of entity: Int) -> Relationship? {
    entities[entity].relationships.lazy.map { self.relationships[$0] }.first {
      !$0.isImplicit && $0.name == name
    }
  }
}
