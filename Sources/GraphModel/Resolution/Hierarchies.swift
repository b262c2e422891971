import GraphValues

/// Works out who inherits from whom, and numbers entities and slots.
struct Hierarchies {
  private let byName: [String: EntityDescription]
  private let children: [String: [EntityDescription]]
  /// For each root, its hierarchy in preorder: parents before children, siblings in the model's order.
  private var preorders: [String: [EntityDescription]] = [:]
  private var slotsOfRoot: [String: [StoredProperty]] = [:]

  init(_ model: EntityModel) {
    byName = Dictionary(model.entities.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    var children: [String: [EntityDescription]] = [:]
    for entity in model.entities {
      if let parent = entity.parent { children[parent, default: []].append(entity) }
    }
    self.children = children
    for root in model.entities where root.parent == nil {
      let members = preorder(root)
      preorders[root.name] = members
      slotsOfRoot[root.name] = Self.slots(members)
    }
  }

  func resolve(_ description: EntityDescription, index: Int) -> ResolvedEntity {
    let ancestors = ancestors(of: description)
    let root = ancestors.last ?? description.name
    let members = preorders[root] ?? []
    let line = Set(ancestors + [description.name])
    let family = Set(preorder(description).map(\.name))
    let slots = slotsOfRoot[root] ?? []
    let lineDescriptions = ancestors.reversed().compactMap { byName[$0] } + [description]
    return ResolvedEntity(
      description: description, rootName: root,
      number: members.firstIndex { $0.name == description.name } ?? 0, index: index, ancestors: ancestors,
      familyNumbers: members.indices.filter { family.contains(members[$0].name) },
      properties: slots.filter { line.contains($0.owner) },
      toManyRelationships: lineDescriptions.flatMap { $0.relationships.filter(\.isToMany) },
      layout: RowLayout(kinds: slots.map(\.slotKind)),
      uniquenessConstraints: lineDescriptions.flatMap(\.uniquenessConstraints))
  }

  private func ancestors(of description: EntityDescription) -> [String] {
    var result: [String] = []
    var next = description.parent
    while let name = next, !result.contains(name) {
      result.append(name)
      next = byName[name]?.parent
    }
    return result
  }

  private func preorder(_ entity: EntityDescription) -> [EntityDescription] {
    [entity] + (children[entity.name] ?? []).flatMap { preorder($0) }
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
