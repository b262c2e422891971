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
    /// They belong to several objects, and which of them is found is not said.
    case ambiguous
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
    for group in groups(nodes, constraints) {
      // Objects that were inserted for other constraints have their default values until then.
      var known: [[AttributeValue]: Int] = [:]
      for index in group.members {
        let values = group.names.map { nodes[index].values[$0] ?? .null }
        let candidates = family(group.owner).filter { number in
          group.names.map { objects[number]?.values[$0] } == values
        }
        if candidates.count > 1 { return .ambiguous }
        if let number = candidates.first { known[values] = number }
      }
      for index in group.members {
        let values = group.names.map { nodes[index].values[$0] ?? .null }
        if known[values] == nil {
          known[values] = nodes[index].number
          insert(nodes[index], &inserted)
        }
        found[index] = known[values]
      }
    }
    for index in nodes.indices where found[index] == nil {
      found[index] = nodes[index].number
      insert(nodes[index], &inserted)
    }
    for (index, number) in found.enumerated() {
      guard let number, let wanted = entityIndex(nodes[index].entity) else { continue }
      let entity = objects[number]?.entity ?? wanted
      if !schema.entities[wanted].family.contains(entity) { return .refused }
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

  private mutating func insert(_ record: ReferenceRecord, _ inserted: inout [Int]) {
    guard let entity = entityIndex(record.entity) else { return }
    insert(record.number, entity)
    inserted.append(record.number)
  }

  private func entityIndex(_ name: String) -> Int? { schema.entities.first { $0.name == name }?.index }

  private struct Group {
    let owner: Int
    let names: [String]
    var members: [Int] = []
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
