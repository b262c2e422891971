import GraphValues

/// Entities of one hierarchy share a table: properties of one name agree in how they are kept.
struct SiblingRule: ModelRule {
  /// A property of an entity, or a member of a composite, under the name of its column.
  private struct Named {
    let name: String
    let entity: EntityDraft
    let property: PropertyDraft
  }

  func check(_ model: ModelDraft, _ log: MistakeLog) {
    var firsts: [String: [String: Named]] = [:]
    for entity in model.entities {
      let ancestors = model.ancestors(of: entity)
      let root = ancestors.last?.name ?? entity.name
      let above = Set(ancestors.map(\.name))
      for named in names(of: entity) where !named.name.isEmpty {
        let folded = NameForm.folded(named.name)
        guard let first = firsts[root]?[folded] else {
          firsts[root, default: [:]][folded] = named
          continue
        }
        // What an entity inherits is a duplicate, which another rule reports.
        if first.entity.name == entity.name || above.contains(first.entity.name) { continue }
        compare(first, named, log)
      }
    }
  }

  private func names(of entity: EntityDraft) -> [Named] {
    entity.orderedProperties.flatMap { property in
      let whole = Named(name: property.name, entity: entity, property: property)
      guard case .composite(let composite) = property, !composite.name.isEmpty else { return [whole] }
      let members = composite.members.filter { !$0.name.isEmpty }.map { member in
        Named(name: "\(composite.name).\(member.name)", entity: entity, property: .attribute(member))
      }
      return [whole] + members
    }
  }

  private func compare(_ first: Named, _ second: Named, _ log: MistakeLog) {
    let quoted = MistakeLog.quote(second.name)
    if first.name != second.name {
      log.add(
        second.property.reader.place(of: "name"),
        "\(quoted) and \(first.entity.name)'s \(MistakeLog.quote(first.name)) "
          + "share a table, where names differ by more than case")
    } else if let difference = difference(first.property, second.property) {
      log.add(
        second.property.place,
        "\(quoted) is \(difference) in \(first.entity.name) (\(first.property.place.description)), "
          + "with which it shares a table")
    }
  }

  /// What the first is that the second is not, or nil where both can share a column.
  private func difference(_ left: PropertyDraft, _ right: PropertyDraft) -> String? {
    switch (left, right) {
    case (.attribute(let left), .attribute(let right)):
      if !left.hasType || !right.hasType { return nil }
      if !agree(left.description, right.description) { return "of another kind" }
      return left.description.derivation == right.description.derivation ? nil : "derived otherwise"
    case (.composite, .composite): return nil
    case (.relationship(let left), .relationship(let right)):
      let (left, right) = (left.description, right.description)
      if left.isToMany != right.isToMany { return "of another kind" }
      if left.isToMany { return nil }
      if left.destination != right.destination { return "a to-one to another entity" }
      return left.inverse == right.inverse ? nil : "a to-one with another inverse"
    default: return "of another kind"
    }
  }

  private func agree(_ left: AttributeDescription, _ right: AttributeDescription) -> Bool {
    left.type == right.type && left.isArray == right.isArray && left.scale == right.scale
      && left.isTransient == right.isTransient && left.isExternal == right.isExternal
  }
}
