import GraphValues

extension ReferenceGraph {
  /// Makes the graph what it was at some time, whatever has been saved since.
  package mutating func restore(_ earlier: [Int: Object]) {
    var result = earlier.filter { number, object in !object.isDeleted || stored[number] != nil }
    for (number, object) in stored where result[number] == nil {
      // Inserted since, and saved.
      var gone = object
      gone.isDeleted = true
      gone.links = [:]
      result[number] = gone
    }
    let there = Set(result.keys)
    for number in there {
      for (index, members) in result[number]?.links ?? [:] {
        // What is gone is led to no more, where references may not dangle.
        let inverse = schema.relationships[schema.relationships[index].inverse]
        if inverse.rule == .noAction { continue }
        result[number]?.links[index] = members.filter { there.contains($0) }
      }
    }
    objects = result
  }

  /// Whether somebody who looks sees the same as at another time.
  package func looks(like other: [Int: Object]) -> Bool {
    var then = self
    then.objects = other
    if living != then.living { return false }
    return living.allSatisfy { number in
      guard let object = objects[number], let old = other[number], object.values == old.values else {
        return false
      }
      return schema.entities[object.entity].relationships.allSatisfy { index in
        members(schema.relationships[index], of: number)
          == then.members(schema.relationships[index], of: number)
      }
    }
  }

  /// Takes what another graph has stored for what is stored here, and keeps the unsaved values of this one.
  package mutating func take(_ other: ReferenceGraph) {
    let isUnchanged = self.isUnchanged
    let before = stored
    stored = other.stored
    if isUnchanged {
      objects = stored
      return
    }
    for (number, object) in stored {
      guard let old = before[number] else { continue }
      for (name, value) in object.values where objects[number]?.values[name] == old.values[name] {
        objects[number]?.values[name] = value
      }
    }
  }

  /// A graph in which nothing is unsaved.
  package var asStored: ReferenceGraph {
    var graph = self
    graph.rollback()
    return graph
  }
}
