import GraphModel
import GraphQuery
import GraphValues

/// A graph of plain objects: references in slots, pairs for the rest.
final class ReferenceGraph {
  final class Node: SlotSource {
    let entity: ResolvedEntity
    let objectKey: Int64
    var values: [AttributeValue]
    unowned let graph: ReferenceGraph

    init(_ entity: ResolvedEntity, key: Int64, in graph: ReferenceGraph) {
      self.entity = entity
      objectKey = key
      self.graph = graph
      values = [AttributeValue](repeating: .null, count: entity.layout.kinds.count)
    }

    var entityNumber: Int { entity.number }

    func slotValue(_ slot: Int) -> AttributeValue { values[slot] }

    func related(slot: Int) -> (any SlotSource)? {
      guard case .reference(let id) = values[slot] else { return nil }
      return graph.nodes[id.home.root]?.first { $0.objectKey == id.key }
    }

    func members(place: Int) -> [any SlotSource] {
      guard let relationship = entity.relationships.first(where: { $0.place == place }) else { return [] }
      return graph.members(of: relationship, self)
    }
  }

  struct Pair: Hashable {
    let source: Int64
    let target: Int64
  }

  let model: ResolvedModel
  /// The objects of each hierarchy.
  private(set) var nodes: [String: [Node]] = [:]
  /// The pairs of each join table.
  var pairs: [Set<Pair>]

  init(_ model: ResolvedModel) {
    self.model = model
    pairs = [Set<Pair>](repeating: [], count: model.joins.count)
  }

  func add(_ entity: ResolvedEntity) -> Node {
    let node = Node(entity, key: Int64((nodes[entity.rootName]?.count ?? 0) + 1), in: self)
    nodes[entity.rootName, default: []].append(node)
    return node
  }

  /// The objects of an entity and of those that inherit from it.
  func objects(of entity: ResolvedEntity) -> [Node] {
    (nodes[entity.rootName] ?? []).filter { entity.familyNumbers.contains($0.entity.number) }
  }

  func members(of relationship: ResolvedRelationship, _ owner: Node) -> [Node] {
    let candidates = objects(of: model.destination(of: relationship))
    switch relationship.storage {
    case .column: return []
    case .inverseColumn(let slot, _):
      return candidates.filter {
        if case .reference(let id) = $0.values[slot] { id.key == owner.objectKey } else { false }
      }
    case .join(let index, let isSource):
      let pairs = pairs[index]
      let key = owner.objectKey
      let isSelfInverse = relationship.isSelfInverse
      return candidates.filter { member in
        let forth = Pair(source: key, target: member.objectKey)
        let back = Pair(source: member.objectKey, target: key)
        return isSelfInverse
          ? pairs.contains(forth) || pairs.contains(back) : pairs.contains(isSource ? forth : back)
      }
    }
  }
}
