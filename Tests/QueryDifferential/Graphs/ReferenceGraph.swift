package import GraphModel
package import GraphQuery
package import GraphValues

/// A graph of plain objects: references in slots, pairs for the rest.
package final class ReferenceGraph {
  package final class Node: SlotSource {
    let entity: ResolvedEntity
    package let objectKey: Int64
    package var values: [AttributeValue]
    unowned let graph: ReferenceGraph

    init(_ entity: ResolvedEntity, key: Int64, in graph: ReferenceGraph) {
      self.entity = entity
      objectKey = key
      self.graph = graph
      values = [AttributeValue](repeating: .null, count: entity.layout.kinds.count)
    }

    package var entityNumber: Int { entity.number }

    package func slotValue(_ slot: Int) -> AttributeValue { values[slot] }

    package func related(slot: Int) -> (any SlotSource)? {
      guard case .reference(let id) = values[slot] else { return nil }
      return graph.nodes[id.home.root]?.first { $0.objectKey == id.key }
    }

    package func object(named id: ObjectID) -> (any SlotSource)? {
      guard let entity = graph.model[id.home.entity] else { return nil }
      return graph.objects(of: entity).first { $0.objectKey == id.key }
    }

    package func members(place: Int) -> [any SlotSource] {
      guard let relationship = entity.relationships.first(where: { $0.place == place }) else { return [] }
      return graph.members(of: relationship, self)
    }
  }

  package struct Pair: Hashable {
    package let source: Int64
    package let target: Int64

    package init(source: Int64, target: Int64) {
      self.source = source
      self.target = target
    }
  }

  package let model: ResolvedModel
  /// The objects of each hierarchy.
  private(set) var nodes: [String: [Node]] = [:]
  /// The pairs of each join table.
  package var pairs: [Set<Pair>]
  /// The places of targets in the lists of sources, for each join table.
  package var places: [[Pair: Int64]]

  package init(_ model: ResolvedModel) {
    self.model = model
    pairs = [Set<Pair>](repeating: [], count: model.joins.count)
    places = [[Pair: Int64]](repeating: [:], count: model.joins.count)
  }

  package func add(_ entity: ResolvedEntity) -> Node {
    let node = Node(entity, key: Int64((nodes[entity.rootName]?.count ?? 0) + 1), in: self)
    nodes[entity.rootName, default: []].append(node)
    return node
  }

  /// The objects of an entity and of those that inherit from it.
  package func objects(of entity: ResolvedEntity) -> [Node] {
    (nodes[entity.rootName] ?? []).filter { entity.familyNumbers.contains($0.entity.number) }
  }

  package func members(of relationship: ResolvedRelationship, _ owner: Node) -> [Node] {
    let candidates = objects(of: model.destination(of: relationship))
    switch relationship.storage {
    case .column: return []
    case .inverseColumn(let slot, let orderSlot):
      let members = candidates.filter {
        if case .reference(let id) = $0.values[slot] { id.key == owner.objectKey } else { false }
      }
      return members.inOrder { member in orderSlot.map { member.values[$0] } ?? .null }
    case .join(let index, let isSource):
      let pairs = pairs[index]
      let key = owner.objectKey
      let isSelfInverse = relationship.isSelfInverse
      let places = places[index]
      let members = candidates.filter { member in
        let forth = Pair(source: key, target: member.objectKey)
        let back = Pair(source: member.objectKey, target: key)
        return isSelfInverse
          ? pairs.contains(forth) || pairs.contains(back) : pairs.contains(isSource ? forth : back)
      }
      return members.inOrder { places[Pair(source: key, target: $0.objectKey)].map { .int($0) } ?? .null }
    }
  }
}

extension [ReferenceGraph.Node] {
  /// The members by their places, those without one last.
  fileprivate func inOrder(_ place: (ReferenceGraph.Node) -> AttributeValue) -> [ReferenceGraph.Node] {
    let places = map { node in if case .int(let order) = place(node) { order } else { Int64.max } }
    return zip(places, self).sorted { ($0.0, $0.1.objectKey) < ($1.0, $1.1.objectKey) }.map(\.1)
  }
}
