import GraphModel
import GraphValues
import GraphstoreTestSupport

/// Makes random models that keep all rules: hierarchies, relationships of every kind, composites, derived
/// attributes, and names that siblings share.
struct RandomGraphModel {
  private var generator: SeededGenerator
  private var entities: [EntityDescription] = []
  private var number = 0

  static func make(_ generator: inout SeededGenerator) -> EntityModel {
    var maker = RandomGraphModel(generator: generator)
    let model = maker.make()
    generator = maker.generator
    return model
  }

  private init(generator: SeededGenerator) {
    self.generator = generator
  }

  private mutating func make() -> EntityModel {
    for index in 0..<Int.random(in: 1...8, using: &generator) { addEntity(index) }
    for _ in 0..<Int.random(in: 0...12, using: &generator) { addRelationship() }
    shareNames()
    return EntityModel(name: "Random", entities: entities)
  }

  private mutating func name(_ prefix: String) -> String {
    number += 1
    return "\(prefix)\(number)"
  }

  private mutating func addEntity(_ index: Int) {
    var entity = EntityDescription(name: "E\(index)")
    if index > 0, generator.oneIn(2) { entity.parent = "E\(Int.random(in: 0..<index, using: &generator))" }
    entity.isAbstract = generator.oneIn(5)
    for _ in 0..<Int.random(in: 0...3, using: &generator) {
      let type = [AttributeType.int64, .string, .double, .data].randomElement(using: &generator) ?? .bool
      entity.attributes.append(
        AttributeDescription(name: name("a"), type: type, isOptional: generator.oneIn(2)))
      if generator.oneIn(3) {
        let members = (0..<Int.random(in: 1...3, using: &generator)).map {
          AttributeDescription(name: "m\($0)", type: .string, isOptional: generator.oneIn(2))
        }
        let position = entity.attributes.count - (generator.oneIn(2) ? 1 : 0)
        entity.composites.append(
          CompositeDescription(
            name: name("c"), attributes: members, isOptional: generator.oneIn(2), position: position))
      }
    }
    entities.append(entity)
  }

  private mutating func addRelationship() {
    let owner = Int.random(in: entities.indices, using: &generator)
    let destination = Int.random(in: entities.indices, using: &generator)
    var there = side(to: entities[destination].name)
    switch Int.random(in: 0..<4, using: &generator) {
    case 0: break
    case 1 where owner == destination: there.inverse = there.name
    default:
      var back = side(to: entities[owner].name)
      back.inverse = there.name
      there.inverse = back.name
      entities[destination].relationships.append(back)
    }
    entities[owner].relationships.append(there)
    if there.isToMany, generator.oneIn(3) {
      entities[owner].attributes.append(
        AttributeDescription(name: name("d"), type: .int64, derivation: "\(there.name).@count"))
    }
  }

  private mutating func side(to destination: String) -> RelationshipDescription {
    var side = RelationshipDescription(name: name("r"), destination: destination)
    side.isToMany = generator.oneIn(2)
    side.isOrdered = side.isToMany && generator.oneIn(2)
    side.isOptional = generator.oneIn(2)
    side.deleteRule = DeleteRule.allCases.randomElement(using: &generator) ?? .nullify
    return side
  }

  /// Entities from which none inherits never inherit from one another.
  private mutating func shareNames() {
    let parents = Set(entities.compactMap(\.parent))
    for index in entities.indices where !parents.contains(entities[index].name) {
      guard generator.oneIn(2) else { continue }
      entities[index].attributes.append(
        AttributeDescription(name: "shared", type: .string, isOptional: generator.oneIn(2)))
      entities[index].relationships.append(
        RelationshipDescription(
          name: "sharedOne", destination: "E0", isOptional: generator.oneIn(2),
          deleteRule: DeleteRule.allCases.randomElement(using: &generator) ?? .nullify))
      entities[index].relationships.append(
        RelationshipDescription(
          name: "sharedMany", destination: entities[index].name, isToMany: true,
          isOrdered: generator.oneIn(2), isOptional: true, inverse: "sharedMany"))
    }
  }
}
