import GraphModel
import GraphValues

/// Makes a graph of records: finds objects by their unique keys, inserts the others, then relates them.
///
/// Objects are made first and related afterwards, so that the cost stays linear in the number of records.
struct GraphImporter {
  private let core: ContextCore
  private let options: ImportOptions
  private let nodes: ImportNodes
  private var objects: [ManagedObject?]
  /// What is given by IDs, by the nodes.
  private var targets: [Int: [(link: ToOneLink, target: ManagedObject?)]] = [:]
  /// Which nodes' objects were inserted.
  private(set) var isNew: [Bool]

  init(_ records: [GraphRecord], options: ImportOptions, in core: ContextCore) throws {
    self.core = core
    self.options = options
    core.settleDeletions()
    nodes = try ImportNodes(records, in: core)
    objects = Array(repeating: nil, count: nodes.nodes.count)
    isNew = Array(repeating: false, count: nodes.nodes.count)
  }

  /// - Returns: the objects of the records, in their order.
  mutating func run() throws -> [ManagedObject] {
    do {
      try matchAndInsert()
      try findReferences()
      try readMembers()
    } catch {
      // Nothing is changed yet but what was inserted.
      for (index, object) in objects.enumerated() where isNew[index] {
        if let object { core.delete(object) }
      }
      throw error
    }
    for (index, node) in nodes.nodes.enumerated() {
      guard let object = objects[index] else { continue }
      for (property, value) in node.values { object.assign(value, property.slot) }
    }
    for index in nodes.nodes.indices { relate(index) }
    return nodes.roots.compactMap { objects[$0] }
  }

  // MARK: Objects

  private mutating func matchAndInsert() throws {
    for group in groups() {
      var index = UniqueKeyIndex(group.names, of: group.owner)
      try index.find(Set(group.members.map(\.key)))
      for (node, key) in group.members {
        if let found = index[key] {
          try check(found, node)
          objects[node] = found
        } else {
          let object = try insert(node)
          objects[node] = object
          index[key] = object
        }
      }
    }
    for node in objects.indices where objects[node] == nil { objects[node] = try insert(node) }
  }

  private mutating func insert(_ node: Int) throws -> ManagedObject {
    let registry = nodes.nodes[node].registry
    if registry.entity.isAbstract {
      throw GraphError(
        .abstractEntity,
        "cannot import \(nodes.place(of: node)): \(registry.entity.name) is abstract, and no object has its unique values",
        entity: registry.entity.name)
    }
    isNew[node] = true
    return registry.insert()
  }

  private func check(_ object: ManagedObject, _ node: Int) throws {
    let registry = nodes.nodes[node].registry
    if object.knownRegistry.isKind(of: registry) { return }
    throw GraphError(
      .wrongEntity,
      "cannot import \(nodes.place(of: node)): \(object.id) has its unique values, and is no \(registry.entity.name)",
      entity: registry.entity.name, objectID: object.id)
  }

  private struct Group {
    let owner: EntityRegistry
    let names: [String]
    var members: [(node: Int, key: [AttributeValue])] = []
  }

  /// The records by the uniqueness constraint whose values they give, in the order of the records.
  private func groups() -> [Group] {
    var groups: [Group] = []
    var places: [String: Int] = [:]
    for (index, node) in nodes.nodes.enumerated() {
      guard let (owner, names, key) = Self.uniqueKey(of: node, core) else { continue }
      let name = owner.entity.name + "/" + names.joined(separator: ",")
      let place = places[name] ?? groups.count
      if place == groups.count {
        places[name] = place
        groups.append(Group(owner: owner, names: names))
      }
      groups[place].members.append((index, key))
    }
    return groups
  }

  /// The first constraint of which a record gives every value, the entity that declares it, and the values.
  private static func uniqueKey(
    of node: ImportNode, _ core: ContextCore
  ) -> (owner: EntityRegistry, names: [String], key: [AttributeValue])? {
    let entity = node.registry.entity
    for names in entity.uniquenessConstraints {
      let key = names.compactMap { node.value(named: $0) }
      guard key.count == names.count, !key.contains(where: \.isNull) else { continue }
      // The constraint of a parent holds for the parent's whole family.
      let line = [entity.name] + entity.ancestors
      let declaring = line.compactMap { core.knownRegistry(named: $0) }
        .first { $0.entity.description.uniquenessConstraints.contains(names) }
      return (declaring ?? node.registry, names, key)
    }
    return nil
  }

  // MARK: Relationships

  /// Reads the members of stored objects' to-manys that the records name, with one query a relationship.
  private func readMembers() throws {
    var owners: [ObjectIdentifier: (link: ToManyLink, objects: [ObjectIdentifier: ManagedObject])] = [:]
    for (index, node) in nodes.nodes.enumerated() where !isNew[index] {
      guard let object = objects[index], !object.state.contains(.inserted) else { continue }
      for (link, _) in node.toManys
      where (!link.isColumn || link.isOrdered || options.members == .replace)
        && object.collections?[link.place].members == nil
      {
        owners[ObjectIdentifier(link), default: (link, [:])].objects[ObjectIdentifier(object)] = object
      }
    }
    for (link, objects) in owners.values {
      try MemberLoader(link).loadAll(objects.values.sorted { $0.key < $1.key })
    }
  }

  /// Finds the objects that are given by IDs.
  private mutating func findReferences() throws {
    for (index, node) in nodes.nodes.enumerated() {
      guard let object = objects[index] else { continue }
      for (link, id) in node.references {
        let target = try id.map { try core.object(with: $0) }
        if let target { try object.checkRelated(target, link.relationship, link.destination) }
        targets[index, default: []].append((link, target))
      }
    }
  }

  private func relate(_ index: Int) {
    guard let object = objects[index] else { return }
    let node = nodes.nodes[index]
    for (link, target) in targets[index] ?? [] { object.relate(link, to: target) }
    for (link, target) in node.toOnes {
      if let target = objects[target] { object.relate(link, to: target) }
    }
    for (link, members) in node.toManys {
      let members = members.compactMap { objects[$0] }
      switch options.members {
      case .replace: object.replaceMembers(link, with: members)
      case .add: for member in members { object.add(member, link) }
      }
    }
  }
}
