import GraphValues

/// Entities of one hierarchy share a table: properties of one name agree in how they are kept.
struct SiblingRule: ModelRule {
  func check(_ model: ModelDraft, _ log: MistakeLog) {
    var firsts: [String: [String: (entity: EntityDraft, property: PropertyDraft)]] = [:]
    for entity in model.entities {
      let ancestors = model.ancestors(of: entity)
      let root = ancestors.last?.name ?? entity.name
      let above = Set(ancestors.map(\.name))
      for property in entity.orderedProperties where !property.name.isEmpty {
        let folded = NameForm.folded(property.name)
        guard let first = firsts[root]?[folded] else {
          firsts[root, default: [:]][folded] = (entity, property)
          continue
        }
        // What an entity inherits is a duplicate, which another rule reports.
        if first.entity.name == entity.name || above.contains(first.entity.name) { continue }
        if first.property.name != property.name {
          log.add(
            property.reader.place(of: "name"),
            "\(MistakeLog.quote(property.name)) and \(first.entity.name)'s \(MistakeLog.quote(first.property.name)) "
              + "share a table, where names differ by more than case")
        } else if !agree(first.property, property) {
          log.add(
            property.place,
            "\(MistakeLog.quote(property.name)) is \(difference(first.property, property)) in \(first.entity.name) "
              + "(\(first.property.place.description)), with which it shares a table")
        }
      }
    }
  }

  private func difference(_ left: PropertyDraft, _ right: PropertyDraft) -> String {
    guard case .relationship(let left) = left, case .relationship(let right) = right,
      left.description.isToMany == right.description.isToMany
    else { return "of another kind" }
    if left.description.destination != right.description.destination { return "a to-one to another entity" }
    return "a to-one with another inverse"
  }

  private func agree(_ left: PropertyDraft, _ right: PropertyDraft) -> Bool {
    switch (left, right) {
    case (.attribute(let left), .attribute(let right)):
      if !left.hasType || !right.hasType { return true }
      let (left, right) = (left.description, right.description)
      return left.type == right.type && left.isArray == right.isArray && left.scale == right.scale
        && left.isTransient == right.isTransient && left.isExternal == right.isExternal
    case (.relationship(let left), .relationship(let right)):
      let (left, right) = (left.description, right.description)
      if left.isToMany || right.isToMany { return left.isToMany && right.isToMany }
      return left.destination == right.destination && left.inverse == right.inverse
    case (.attribute, .relationship), (.relationship, .attribute): return false
    }
  }
}
