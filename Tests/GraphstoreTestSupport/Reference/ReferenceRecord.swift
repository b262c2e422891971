package import GraphValues

/// An object of an import, with the number that it gets where it is new.
package struct ReferenceRecord: Sendable, CustomStringConvertible {
  package let number: Int
  package let entity: String
  package var values: [String: AttributeValue]
  /// What a relationship leads to; of a to-one the first counts.
  package var related: [(name: String, isToMany: Bool, records: [ReferenceRecord])] = []

  package init(_ number: Int, entity: String, _ values: [String: AttributeValue]) {
    self.number = number
    self.entity = entity
    self.values = values
  }

  package var description: String {
    let related = related.map { "\($0.name): \($0.records)" }.joined(separator: ", ")
    return "\(number) of \(entity) with \(values.sorted { $0.key < $1.key })"
      + (related.isEmpty ? "" : " (\(related))")
  }
}

extension ReferenceGraph {
  /// What an import comes to.
  package enum Imported {
    /// The numbers of the new objects, in the order in which they are inserted.
    case inserted([Int])
    /// A record's unique values belong to an object of another entity.
    case refused
  }

  /// Imports a record and all it leads to; members are added.
  ///
  /// - Parameter constraints: those of an entity, in the order in which they are tried.
  package mutating func importRecord(
    _ record: ReferenceRecord, constraints: (String) -> [[String]]
  ) -> Imported {
    var nodes: [ReferenceRecord] = [record]
    var children: [[(ReferenceSchema.Relationship, [Int])]] = []
    var next = 0
    while next < nodes.count {
      let node = nodes[next]
      next += 1
      var lists: [(ReferenceSchema.Relationship, [Int])] = []
      for kind in [false, true] {
        for (name, isToMany, records) in node.related.sorted(by: { $0.name < $1.name }) where isToMany == kind
        {
          guard let entity = entityIndex(node.entity),
            let relationship = schema.relationship(name, of: entity)
          else { continue }
          let own = isToMany ? records[...] : records.prefix(1)
          lists.append((relationship, Array(nodes.count..<nodes.count + own.count)))
          nodes += own
        }
      }
      children.append(lists)
    }
    var found: [Int?] = Array(repeating: nil, count: nodes.count)
    var inserted: [Int] = []
    for var group in groups(nodes, constraints) {
      for index in group.members {
        let values = group.names.map { nodes[index].values[$0] ?? .null }
        if let number = object(of: group.owner, group.names, values) ?? group.found[values] {
          found[index] = number
        } else {
          found[index] = nodes[index].number
          group.found[values] = nodes[index].number
          inserted.append(nodes[index].number)
        }
      }
    }
    for index in nodes.indices where found[index] == nil {
      found[index] = nodes[index].number
      inserted.append(nodes[index].number)
    }
    for (index, number) in found.enumerated() {
      guard let number, let wanted = entityIndex(nodes[index].entity) else { continue }
      let entity =
        objects[number]?.entity
        ?? nodes.first { $0.number == number }.flatMap { entityIndex($0.entity) } ?? wanted
      if !schema.entities[wanted].family.contains(entity) { return .refused }
    }
    for number in inserted {
      guard let node = nodes.first(where: { $0.number == number }), let entity = entityIndex(node.entity)
      else {
        continue
      }
      insert(number, entity)
    }
    for (index, number) in found.enumerated() {
      guard let number else { continue }
      for (name, value) in nodes[index].values { set(name, of: number, to: value) }
    }
    for (index, number) in found.enumerated() {
      guard let number else { continue }
      for (relationship, places) in children[index] {
        for place in places {
          guard let member = found[place] else { continue }
          if relationship.isToMany {
            add(member, to: number, relationship)
          } else {
            setOne(relationship, of: number, to: member)
          }
        }
      }
    }
    return .inserted(inserted)
  }

  private func entityIndex(_ name: String) -> Int? { schema.entities.first { $0.name == name }?.index }

  private struct Group {
    let owner: Int
    let names: [String]
    var members: [Int] = []
    /// New objects by their values.
    var found: [[AttributeValue]: Int] = [:]
  }

  /// The records by the constraint whose values they give.
  private func groups(_ nodes: [ReferenceRecord], _ constraints: (String) -> [[String]]) -> [Group] {
    var groups: [Group] = []
    for (index, node) in nodes.enumerated() {
      let whole = constraints(node.entity).first { names in
        names.allSatisfy { node.values[$0].map { !$0.isNull } ?? false }
      }
      guard let names = whole, let entity = entityIndex(node.entity) else { continue }
      // The constraint of a parent holds for the parent's whole family.
      let declaring = schema.uniqueness.filter { $0.properties == names && $0.family.contains(entity) }
        .min { $0.family.count < $1.family.count }
      guard let owner = declaring?.owner else { continue }
      if let place = groups.firstIndex(where: { $0.owner == owner && $0.names == names }) {
        groups[place].members.append(index)
      } else {
        groups.append(Group(owner: owner, names: names, members: [index]))
      }
    }
    return groups
  }

  /// The object of an entity that has values.
  package func object(of entity: Int, _ names: [String], _ values: [AttributeValue]) -> Int? {
    family(entity).first { number in names.map { objects[number]?.values[$0] } == values }
  }
}
