import GraphModel
import GraphValues

/// One record of an import, looked up in the model.
struct ImportNode {
  let registry: EntityRegistry
  let values: [(property: StoredProperty, value: AttributeValue)]
  /// To-ones and the nodes they lead to.
  var toOnes: [(link: ToOneLink, node: Int)] = []
  /// To-ones that are given by IDs; nil for those that lead to nobody.
  var references: [(link: ToOneLink, id: ObjectID?)] = []
  /// To-manys and the nodes they lead to.
  var toManys: [(link: ToManyLink, nodes: [Int])] = []
  /// Where the record stands: the node it belongs to and how it is called there.
  let parent: Int?
  let step: String

  /// What the record gives for an attribute, or a to-one by an ID; nil where it leaves it out.
  func value(named name: String) -> AttributeValue? {
    if let value = values.first(where: { $0.property.name == name })?.value { return value }
    let reference = references.first { $0.link.relationship.name == name }
    return reference.map { $0.id.map { .reference($0) } ?? .null }
  }
}

/// Records and all they lead to, one after the other.
struct ImportNodes {
  private(set) var nodes: [ImportNode] = []
  private(set) var roots: [Int] = []
  private let core: ContextCore

  /// - Throws: ``GraphError`` for names that the model does not have and values that do not fit, with the place.
  init(_ records: [GraphRecord], in core: ContextCore) throws {
    self.core = core
    var work: [(record: GraphRecord, node: Int)] = []
    for (index, record) in records.enumerated() {
      roots.append(try append(record, parent: nil, step: "[\(index)]", destination: nil))
      work.append((record, roots[index]))
    }
    var next = 0
    // Breadth first, without recursion: records come from outside, and may be nested as deep as they like.
    while next < work.count {
      let (record, node) = work[next]
      work[next].record = GraphRecord(entityName: "")
      next += 1
      let links = nodes[node].registry.relationships
      for (name, child) in record.toOne.sorted(by: { $0.key < $1.key }) {
        guard let link = links.toOnes.first(where: { $0.relationship.name == name }) else {
          throw unknown(name, at: node)
        }
        let index = try append(child, parent: node, step: name, destination: link.destination)
        nodes[node].toOnes.append((link, index))
        work.append((child, index))
      }
      for (name, children) in record.toMany.sorted(by: { $0.key < $1.key }) {
        guard let link = links.toManys.first(where: { $0.relationship.name == name }) else {
          throw unknown(name, at: node)
        }
        var indices: [Int] = []
        indices.reserveCapacity(children.count)
        for (place, child) in children.enumerated() {
          let index = try append(
            child, parent: node, step: "\(name)[\(place)]", destination: link.destination)
          indices.append(index)
          work.append((child, index))
        }
        nodes[node].toManys.append((link, indices))
      }
    }
  }

  /// Where a node's record stands: `[3].posts[0].author`.
  func place(of node: Int) -> String {
    var steps: [String] = []
    var next: Int? = node
    while let index = next {
      steps.append(nodes[index].step)
      next = nodes[index].parent
    }
    return steps.reversed().joined(separator: ".")
  }

  private mutating func append(
    _ record: GraphRecord, parent: Int?, step: String, destination: EntityRegistry?
  ) throws -> Int {
    let registry = try core.registry(named: record.entityName)
    if let destination, !registry.isKind(of: destination) {
      throw GraphError(
        .wrongEntity,
        "cannot import \(place(parent, step)): it is of \(record.entityName), where \(destination.entity.name) belongs",
        entity: record.entityName)
    }
    var values: [(StoredProperty, AttributeValue)] = []
    var references: [(ToOneLink, ObjectID?)] = []
    for (name, value) in record.values.sorted(by: { $0.key < $1.key }) {
      guard let property = registry.entity.property(named: name) else {
        throw GraphError(
          .unknownProperty, "cannot import \(place(parent, step)): " + unknownName(name, registry),
          entity: record.entityName, properties: [name])
      }
      if property.attribute?.derivation != nil { continue }
      if let link = registry.relationships.toOne(at: property.slot) {
        if case .reference(let id) = value {
          references.append((link, id))
          continue
        } else if value.isNull {
          references.append((link, nil))
          continue
        }
      } else if let fitting = property.fitting(value, in: registry.home) {
        values.append((property, fitting))
        continue
      }
      throw GraphError(
        .invalidValue,
        "cannot import \(place(parent, step)): \(name) is \(property.typeName) and cannot hold \(value.kindName)",
        entity: record.entityName, properties: [name])
    }
    nodes.append(
      ImportNode(registry: registry, values: values, references: references, parent: parent, step: step))
    return nodes.count - 1
  }

  private func place(_ parent: Int?, _ step: String) -> String {
    parent.map { place(of: $0) + "." + step } ?? step
  }

  private func unknown(_ name: String, at node: Int) -> GraphError {
    let registry = nodes[node].registry
    return GraphError(
      .unknownProperty, "cannot import \(place(of: node)): " + unknownName(name, registry),
      entity: registry.entity.name, properties: [name])
  }

  private func unknownName(_ name: String, _ registry: EntityRegistry) -> String {
    let entity = registry.entity
    let names = entity.properties.map(\.name) + entity.relationships.filter { !$0.isImplicit }.map(\.name)
    let near = Suggestion.nearest(to: name, among: names)
    return "\(entity.name) has no property \"\(name)\" of that kind"
      + (near.map { "; did you mean \"\($0)\"?" } ?? "")
  }
}
