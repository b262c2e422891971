package import GraphValues

/// Makes models at random: a few entities, some inheriting, with relationships of all shapes and rules among them.
package struct RandomModel {
  private var random: SeededGenerator
  private var entities: [ReferenceModel.Entity] = []
  private var names = 0

  package init(_ random: SeededGenerator) {
    self.random = random
  }

  package mutating func make() -> ReferenceModel {
    let count = Int.random(in: 1...6, using: &random)
    for index in 0..<count { entities.append(entity(index)) }
    for index in entities.indices where random.oneIn(4) {
      // Without objects of its own an entity needs children that have some.
      let name = entities[index].name
      entities[index].isAbstract = entities.contains { $0.parent == name && !$0.isAbstract }
    }
    // A child that became abstract later may have been the only one.
    for index in entities.indices.reversed() where entities[index].isAbstract && !hasObjects(index) {
      entities[index].isAbstract = false
    }
    let most = count == 1 ? 4 : 8
    for _ in 0..<Int.random(in: 1...most, using: &random) { addRelationship() }
    for index in entities.indices where random.oneIn(3) { addUniqueness(index) }
    dropDemands()
    for index in entities.indices where random.oneIn(3) { addComposite(index) }
    for index in entities.indices where random.oneIn(2) { addDerived(index) }
    return ReferenceModel(entities: entities)
  }

  /// Fewest counts stay only where no cascade deletes members: those that the store deletes by rule are not counted.
  private mutating func dropDemands() {
    func root(_ name: String) -> String {
      guard let parent = entities.first(where: { $0.name == name })?.parent else { return name }
      return root(parent)
    }
    let cascades = entities.flatMap(\.relationships).filter { $0.rule == .cascade }
    let taken = Set(cascades.map { root($0.destination) })
    for index in entities.indices {
      for place in entities[index].relationships.indices {
        let relationship = entities[index].relationships[place]
        if relationship.inverse == nil || taken.contains(root(relationship.destination)) {
          entities[index].relationships[place].minimum = nil
        }
      }
    }
  }

  private func hasObjects(_ index: Int) -> Bool {
    let name = entities[index].name
    return entities.indices.contains {
      entities[$0].parent == name && (!entities[$0].isAbstract || hasObjects($0))
    }
  }

  private mutating func name(_ prefix: String) -> String {
    names += 1
    return "\(prefix)\(names)"
  }

  private mutating func entity(_ index: Int) -> ReferenceModel.Entity {
    var entity = ReferenceModel.Entity(name: "E\(index)")
    if index > 0, random.oneIn(2) { entity.parent = "E\(Int.random(in: 0..<index, using: &random))" }
    for _ in 0..<Int.random(in: 1...3, using: &random) { entity.attributes.append(attribute(name("a"))) }
    if entity.parent != nil, random.oneIn(3), !inherits("shared", entity) {
      // Siblings share a column where their attributes have one name.
      entity.attributes.append(
        ReferenceModel.Attribute(name: "shared", kind: .int64, isOptional: true, defaultValue: .null))
    }
    return entity
  }

  private func inherits(_ attribute: String, _ entity: ReferenceModel.Entity) -> Bool {
    var next = entity.parent
    while let name = next, let parent = entities.first(where: { $0.name == name }) {
      if parent.attributes.contains(where: { $0.name == attribute }) { return true }
      next = parent.parent
    }
    return false
  }

  private mutating func attribute(_ name: String) -> ReferenceModel.Attribute {
    let kind = ReferenceModel.Attribute.Kind.allCases.randomElement(using: &random) ?? .int64
    let isOptional = !random.oneIn(3)
    var attribute = ReferenceModel.Attribute(
      name: name, kind: kind, isOptional: isOptional, defaultValue: .null)
    if random.oneIn(2) { attribute.defaultValue = Self.value(of: kind, &random) }
    return attribute
  }

  /// A value of an attribute, of few, so that values meet.
  package static func value(
    of kind: ReferenceModel.Attribute.Kind, _ random: inout SeededGenerator
  ) -> AttributeValue {
    switch kind {
    case .int64: .int(Int64.random(in: -5...25, using: &random))
    case .double: .double(Double(Int.random(in: -3...12, using: &random)) / 4)
    case .bool: .bool(Bool.random(using: &random))
    case .string:
      .string(["", "a", "b", "CC", "ddd", "猫", "e\u{301}", "\u{e9}"].randomElement(using: &random) ?? "")
    }
  }

  // MARK: Relationships

  private enum Shape: CaseIterable {
    case oneToMany, oneToOne, manyToMany, oneWayToOne, oneWayToMany, selfToOne, selfToMany
  }

  private mutating func addRelationship() {
    let owner = Int.random(in: entities.indices, using: &random)
    let destination = random.oneIn(4) ? owner : Int.random(in: entities.indices, using: &random)
    let weighted = Shape.allCases + [.oneToMany, .oneToMany, .oneToMany, .manyToMany]
    switch weighted.randomElement(using: &random) ?? .oneToMany {
    case .oneToMany: addPair(owner, destination, isToMany: true, inverseIsToMany: false)
    case .oneToOne: addPair(owner, destination, isToMany: false, inverseIsToMany: false)
    case .manyToMany: addPair(owner, destination, isToMany: true, inverseIsToMany: true)
    case .oneWayToOne: add(relationship(owner, destination, isToMany: false), to: owner)
    case .oneWayToMany: add(relationship(owner, destination, isToMany: true), to: owner)
    case .selfToOne: addSelf(owner, isToMany: false)
    case .selfToMany: addSelf(owner, isToMany: true)
    }
  }

  private mutating func add(_ relationship: ReferenceModel.Relationship, to owner: Int) {
    entities[owner].relationships.append(relationship)
  }

  private mutating func relationship(
    _ owner: Int, _ destination: Int, isToMany: Bool
  ) -> ReferenceModel.Relationship {
    var result = ReferenceModel.Relationship(name: name("r"), destination: entities[destination].name)
    result.isToMany = isToMany
    result.isOrdered = isToMany && random.oneIn(2)
    result.rule =
      [.nullify, .nullify, .cascade, .cascade, .deny, .noAction].randomElement(using: &random) ?? .nullify
    if isToMany {
      if random.oneIn(8) { result.minimum = Int.random(in: 0...2, using: &random) }
      if random.oneIn(8) { result.maximum = Int.random(in: max(1, result.minimum ?? 1)...4, using: &random) }
    } else if random.oneIn(5) {
      result.isOptional = false
    }
    return result
  }

  private mutating func addPair(_ owner: Int, _ destination: Int, isToMany: Bool, inverseIsToMany: Bool) {
    var one = relationship(owner, destination, isToMany: isToMany)
    var two = relationship(destination, owner, isToMany: inverseIsToMany)
    one.inverse = two.name
    two.inverse = one.name
    Self.settle(&one, &two)
    if Bool.random(using: &random) {
      add(one, to: owner)
      add(two, to: destination)
    } else {
      add(two, to: destination)
      add(one, to: owner)
    }
  }

  private mutating func addSelf(_ owner: Int, isToMany: Bool) {
    var one = relationship(owner, owner, isToMany: isToMany)
    one.inverse = one.name
    if one.rule == .noAction { one.rule = .nullify }
    if !isToMany { one.isOptional = true }
    add(one, to: owner)
  }

  /// Where one side lets references dangle, the other side makes no demands that a dangling one would or would not meet.
  private static func settle(
    _ one: inout ReferenceModel.Relationship, _ two: inout ReferenceModel.Relationship
  ) {
    if one.rule == .noAction { two.makeUndemanding() }
    if two.rule == .noAction { one.makeUndemanding() }
    // Two objects that need each other can only be made together.
    if !one.isToMany, !two.isToMany { two.isOptional = true }
  }

  private mutating func addComposite(_ index: Int) {
    let isOptional = Bool.random(using: &random)
    let members = (0..<Int.random(in: 1...3, using: &random)).map { _ in
      var member = attribute(name("m"))
      if isOptional { member.defaultValue = .null }
      return member
    }
    entities[index].composites.append(
      ReferenceModel.Composite(name: name("c"), isOptional: isOptional, members: members))
  }

  private mutating func addDerived(_ index: Int) {
    for relationship in entities[index].relationships where relationship.isToMany && random.oneIn(2) {
      let destination = entities.first { $0.name == relationship.destination }
      let summed = destination?.attributes.filter { $0.kind == .int64 && $0.name != "shared" }
      if let attribute = summed?.randomElement(using: &random), random.oneIn(2) {
        entities[index].derived.append(
          ReferenceModel.Derived(name: name("d"), source: .sum(relationship.name, attribute.name)))
      } else {
        entities[index].derived.append(
          ReferenceModel.Derived(name: name("d"), source: .count(relationship.name)))
      }
    }
    for attribute in entities[index].attributes where attribute.kind == .string && random.oneIn(2) {
      entities[index].derived.append(
        ReferenceModel.Derived(
          name: name("d"), source: .lowercase(attribute.name), isOptional: attribute.isOptional))
    }
  }

  private mutating func addUniqueness(_ index: Int) {
    var candidates = entities[index].attributes.filter { $0.kind == .int64 || $0.kind == .string }.map(\.name)
    candidates += entities[index].relationships.filter { relationship in
      !relationship.isToMany && rule(against: relationship) != .noAction
    }.map(\.name)
    candidates.removeAll { $0 == "shared" }
    candidates.shuffle(using: &random)
    let properties = Array(candidates.prefix(Int.random(in: 1...2, using: &random)))
    if !properties.isEmpty { entities[index].unique.append(properties) }
  }

  /// The delete rule of the other side.
  private func rule(against relationship: ReferenceModel.Relationship) -> ReferenceModel.Rule {
    let other = entities.first { $0.name == relationship.destination }
    return other?.relationships.first { $0.name == relationship.inverse }?.rule ?? .nullify
  }
}

extension ReferenceModel.Relationship {
  fileprivate mutating func makeUndemanding() {
    isOptional = true
    minimum = nil
    maximum = nil
  }
}
