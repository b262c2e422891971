import GraphModel

/// Finds the to-one relationships through which a tree would hold itself, which no struct can.
///
/// To-manys are arrays and trees of families are indirect enums: neither counts.
struct TreeCycles {
  private let targets: [String: [(relationship: String, entity: String)]]

  init(_ model: ResolvedModel) {
    var targets: [String: [(relationship: String, entity: String)]] = [:]
    for entity in model.entities {
      let line = [entity.name] + entity.ancestors
      for relationship in line.compactMap({ model[$0]?.description }).flatMap(\.relationships)
      where !relationship.isToMany && !model.hasChildren(relationship.destination) {
        targets[entity.name, default: []].append((relationship.name, relationship.destination))
      }
    }
    self.targets = targets
  }

  /// The names of an entity's relationships whose trees lead back to it.
  func boxed(in entity: ResolvedEntity) -> Set<String> {
    Set((targets[entity.name] ?? []).filter { reaches(entity.name, from: $0.entity) }.map(\.relationship))
  }

  private func reaches(_ goal: String, from start: String) -> Bool {
    var seen: Set<String> = [start]
    var open = [start]
    while let next = open.popLast() {
      if next == goal { return true }
      for target in targets[next] ?? [] where seen.insert(target.entity).inserted {
        open.append(target.entity)
      }
    }
    return false
  }
}
