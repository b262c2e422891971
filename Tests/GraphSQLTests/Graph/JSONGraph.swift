import GraphModel
import QueryDifferential
import GraphQuery
import GraphValues

/// The objects of a case of the corpus as a graph, with a model that fits them: nested objects become to-ones, lists
/// of objects to-manys.
struct JSONGraph {
  let model: ResolvedModel
  let graph: ReferenceGraph
  let entity: ResolvedEntity

  init(_ objects: [[String: JSONValue]]) throws {
    var entities: [EntityDescription] = []
    Self.describe("Case", objects, into: &entities)
    model = ResolvedModel(EntityModel(name: "Case", version: nil, entities: entities, fingerprint: ""))
    graph = ReferenceGraph(model)
    guard let entity = model["Case"] else { throw QueryError(.unknownKey, "no entity") }
    self.entity = entity
    for object in objects { _ = add(object, entity) }
  }

  func database() throws -> GraphDatabase {
    let database = try GraphDatabase(model)
    try database.fill(graph)
    return database
  }

  private static func describe(
    _ name: String, _ objects: [[String: JSONValue]], into entities: inout [EntityDescription]
  ) {
    var attributes: [AttributeDescription] = []
    var relationships: [RelationshipDescription] = []
    var others: [(String, [[String: JSONValue]])] = []
    for key in Set(objects.flatMap { $0.keys }).sorted() {
      let values = objects.map { $0[key] ?? .null }
      let lists = values.compactMap(\.members)
      let single = values.compactMap(\.member)
      let other = "\(name)_\(key)"
      if lists.contains(where: { !$0.isEmpty }) {
        relationships.append(
          RelationshipDescription(name: key, destination: other, isToMany: true, isOrdered: true))
        others.append((other, lists.flatMap { $0 }))
      } else if !single.isEmpty {
        relationships.append(RelationshipDescription(name: key, destination: other, isOptional: true))
        others.append((other, single))
      } else if values.contains(where: \.isArray) {
        let type = JSONValue.type(of: values.flatMap(\.elements)) ?? .string
        attributes.append(AttributeDescription(name: key, type: type, isArray: true, isOptional: true))
      } else if let type = JSONValue.type(of: values) {
        attributes.append(AttributeDescription(name: key, type: type, isOptional: true))
      }
    }
    entities.append(EntityDescription(name: name, attributes: attributes, relationships: relationships))
    for (other, objects) in others { describe(other, objects, into: &entities) }
  }

  private func add(_ object: [String: JSONValue], _ entity: ResolvedEntity) -> ReferenceGraph.Node {
    let node = graph.add(entity)
    for property in entity.properties {
      guard let attribute = property.attribute else { continue }
      node.values[property.slot] = (object[property.name] ?? .null).attributeValue(of: attribute.type)
    }
    for relationship in entity.relationships where !relationship.isImplicit {
      let destination = model.destination(of: relationship)
      switch relationship.storage {
      case .column(let slot, _):
        guard let member = object[relationship.name]?.member else { continue }
        let home = ObjectHome(store: Sample.store, entity: destination.name, root: destination.name)
        node.values[slot] = .reference(ObjectID(home: home, key: add(member, destination).objectKey))
      case .join(let index, _):
        for (place, member) in (object[relationship.name]?.members ?? []).enumerated() {
          let key = add(member, destination).objectKey
          let pair = ReferenceGraph.Pair(source: node.objectKey, target: key)
          graph.pairs[index].insert(pair)
          graph.places[index][pair] = Int64(place)
        }
      case .inverseColumn: continue
      }
    }
    return node
  }
}

extension JSONValue {
  fileprivate var isArray: Bool { if case .array = self { true } else { false } }

  fileprivate var elements: [JSONValue] { if case .array(let elements) = self { elements } else { [] } }

  /// The objects of a list of objects.
  fileprivate var members: [[String: JSONValue]]? {
    guard case .array(let elements) = self else { return nil }
    let objects = elements.compactMap(\.member)
    return objects.count == elements.count ? objects : nil
  }

  /// An object that is no value of some type.
  fileprivate var member: [String: JSONValue]? {
    guard case .object(let object) = self, !object.keys.contains(where: { $0.hasPrefix("$") }) else {
      return nil
    }
    return object
  }
}
