/// Works out who inherits from whom, and numbers the entities of each hierarchy.
struct Hierarchies {
  /// An entity's place in its hierarchy.
  struct Member {
    let description: EntityDescription
    /// Its number: hierarchies are numbered in preorder, parents before children, siblings in the model's order.
    let number: Int
    /// The numbers of the entity and all that inherit from it.
    let family: Range<Int>
    /// The entity's root and the parents below it, the farthest first, then the entity itself.
    let line: [String]

    var root: String { line.first ?? description.name }
  }

  /// The members of all hierarchies by name.
  private(set) var members: [String: Member] = [:]
  /// The entities of each hierarchy in the order of their numbers, by its root's name.
  private(set) var families: [String: [EntityDescription]] = [:]

  init(_ entities: [EntityDescription]) {
    var children: [String: [EntityDescription]] = [:]
    for entity in entities {
      if let parent = entity.parent { children[parent, default: []].append(entity) }
    }
    for root in entities where root.parent == nil {
      var preorder: [EntityDescription] = []
      add(root, line: [], children: children, to: &preorder)
      families[root.name] = preorder
    }
  }

  /// The number of each entity in its hierarchy.
  static func numbers(of entities: [EntityDescription]) -> [String: Int] {
    Hierarchies(entities).members.mapValues(\.number)
  }

  /// The descriptions of an entity's parents, the farthest first, and of itself.
  func line(of name: String) -> [EntityDescription] {
    (members[name]?.line ?? []).compactMap { members[$0]?.description }
  }

  func root(of name: String) -> String { members[name]?.root ?? name }

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
}
