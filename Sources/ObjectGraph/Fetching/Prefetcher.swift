import GraphModel
import GraphValues

/// Reads what relationships lead to, one query a step, before anybody asks.
struct Prefetcher {
  private let paths: [[String]]
  private let registry: EntityRegistry

  /// - Throws: ``GraphError`` with code `unknownProperty` for a path that names no relationships.
  init(_ paths: [String], from registry: EntityRegistry) throws {
    self.registry = registry
    self.paths = paths.map { $0.split(separator: ".", omittingEmptySubsequences: false).map(String.init) }
    for path in self.paths { try Self.check(path, registry) }
  }

  var isEmpty: Bool { paths.isEmpty }

  func run(_ objects: [ManagedObject]) throws {
    for path in paths {
      var current = objects
      for name in path where !current.isEmpty { current = try step(name, from: current) }
    }
  }

  private static func check(_ path: [String], _ start: EntityRegistry) throws {
    var registry = start
    for name in path {
      let family = registry.entity.familyNumbers.map { registry.hierarchy.entities[$0] }
      let found = family.lazy.compactMap { $0.entity.relationship(named: name) }.first
      guard let found, let next = registry.core.knownRegistry(named: found.destination) else {
        let names = family.flatMap { $0.entity.relationships.filter { !$0.isImplicit }.map(\.name) }
        let near = Suggestion.nearest(to: name, among: names)
        throw GraphError(
          .unknownProperty,
          "\(registry.entity.name) has no relationship \"\(name)\" to prefetch"
            + (near.map { "; did you mean \"\($0)\"?" } ?? ""),
          entity: registry.entity.name, properties: [path.joined(separator: ".")])
      }
      registry = next
    }
  }

  /// What a relationship of the objects leads to, each once.
  private func step(_ name: String, from objects: [ManagedObject]) throws -> [ManagedObject] {
    try readFaults(among: objects)
    var result: [ManagedObject] = []
    var seen: Set<ObjectIdentifier> = []
    var owners: [ObjectIdentifier: (link: ToManyLink, objects: [ManagedObject])] = [:]
    for object in objects {
      let relationships = object.registry.relationships
      if let link = relationships.toOnes.first(where: { $0.relationship.name == name }) {
        guard let key = object.referenceKey(link.slot) else { continue }
        let target = link.object(key)
        if seen.insert(ObjectIdentifier(target)).inserted { result.append(target) }
      } else if let link = relationships.toManys.first(where: { $0.relationship.name == name }) {
        if object.state.isDisjoint(with: [.inserted, .detached]),
          object.collections?[link.place].members == nil
        {
          owners[ObjectIdentifier(link), default: (link, [])].objects.append(object)
        }
      }
    }
    for (link, objects) in owners.values { try MemberLoader(link).loadAll(objects) }
    for object in objects {
      guard let link = object.registry.relationships.toManys.first(where: { $0.relationship.name == name })
      else {
        continue
      }
      for key in object.collections?[link.place].members ?? [] {
        let member = link.object(key)
        if seen.insert(ObjectIdentifier(member)).inserted { result.append(member) }
      }
    }
    try readFaults(among: result)
    return result
  }

  /// Reads the rows of objects that are faults, of each hierarchy with one query.
  private func readFaults(among objects: [ManagedObject]) throws {
    let faults = Dictionary(grouping: objects.filter(\.isFault)) { ObjectIdentifier($0.registry.hierarchy) }
    for group in faults.values {
      guard let hierarchy = group.first?.registry.hierarchy else { continue }
      try hierarchy.read(group.map(\.key).sorted())
    }
  }
}
