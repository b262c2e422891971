import GraphValues

/// Works out who inherits from whom, and numbers entities and slots.
struct Hierarchies {
  /// An entity's place in its hierarchy.
  private struct Member {
    let description: EntityDescription
    /// Its number: hierarchies are numbered in preorder, parents before children, siblings in the model's order.
    let number: Int
    /// The numbers of the entity and all that inherit from it.
    var family: Range<Int>
    /// The entity's root and the parents below it, the farthest first, then the entity itself.
    let line: [String]
  }

  private var members: [String: Member] = [:]
  private var slotsOfRoot: [String: [StoredProperty]] = [:]
  private var layoutOfRoot: [String: RowLayout] = [:]

  init(_ entities: [EntityDescription]) {
    var children: [String: [EntityDescription]] = [:]
    for entity in entities {
      if let parent = entity.parent { children[parent, default: []].append(entity) }
    }
    for root in entities where root.parent == nil {
      var preorder: [EntityDescription] = []
      add(root, line: [], children: children, to: &preorder)
      let slots = Self.slots(preorder)
      slotsOfRoot[root.name] = slots
      layoutOfRoot[root.name] = RowLayout(kinds: slots.map(\.slotKind))
    }
  }

  /// The number of each entity in its hierarchy.
  static func numbers(of entities: [EntityDescription]) -> [String: Int] {
    Hierarchies(entities).members.mapValues(\.number)
  }

  func resolve(_ description: EntityDescription, index: Int) -> ResolvedEntity {
    let member = members[description.name]
    let line = member?.line ?? [description.name]
    let root = line.first ?? description.name
    let names = Set(line)
    let descriptions = line.compactMap { members[$0]?.description }
    return ResolvedEntity(
      description: description, rootName: root, number: member?.number ?? 0, index: index,
      ancestors: line.dropLast().reversed(), familyNumbers: Array(member?.family ?? 0..<1),
      properties: (slotsOfRoot[root] ?? []).filter { names.contains($0.owner) },
      toManyRelationships: descriptions.flatMap { $0.relationships.filter(\.isToMany) },
      layout: layoutOfRoot[root] ?? RowLayout(kinds: []),
      uniquenessConstraints: descriptions.flatMap(\.uniquenessConstraints))
  }

  private mutating func add(
    _ entity: EntityDescription, line: [String], children: [String: [EntityDescription]],
    to preorder: inout [EntityDescription]
  ) {
    let number = preorder.count
    let line = line + [entity.name]
    preorder.append(entity)
    for child in children[entity.name] ?? [] {
      add(child, line: line, children: children, to: &preorder)
    }
    members[entity.name] = Member(
      description: entity, number: number, family: number..<preorder.count, line: line)
  }

  private static func slots(_ members: [EntityDescription]) -> [StoredProperty] {
    var result: [StoredProperty] = []
    for member in members {
      for attribute in member.attributes {
        result.append(
          StoredProperty(
            name: attribute.name, kind: .attribute(attribute), owner: member.name, slot: result.count,
            isOptional: attribute.isOptional))
      }
      for relationship in member.relationships where !relationship.isToMany {
        result.append(
          StoredProperty(
            name: relationship.name, kind: .toOne(relationship), owner: member.name, slot: result.count,
            isOptional: relationship.isOptional))
      }
    }
    return result
  }
}
