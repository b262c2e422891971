import GraphValues

/// Relationships have inverses that lead back, unless the model says that there is none.
struct InverseRule: ModelRule {
  func check(_ model: ModelDraft, _ log: MistakeLog) {
    for entity in model.entities {
      for relationship in entity.relationships where !relationship.name.isEmpty {
        let reader = relationship.reader
        let destination = model.entity(named: relationship.description.destination)
        if !reader.has("inverse") {
          log.add(relationship.place, missing(relationship, entity, destination))
        } else if let destination, let name = relationship.description.inverse,
          let mistake = mistake(name, relationship, entity, destination, model, log)
        {
          log.add(reader.place(of: "inverse"), mistake)
        }
      }
    }
  }

  private func missing(
    _ relationship: RelationshipDraft, _ entity: EntityDraft, _ destination: EntityDraft?
  ) -> String {
    let back = destination?.relationships.first {
      $0.description.destination == entity.name && $0.description.inverse == relationship.name
    }
    if let back { return "missing key \"inverse\"; did you mean \"\(back.name)\"?" }
    return
      "missing key \"inverse\": name the relationship of \(destination?.name ?? "the other entity") that leads back, or write "
      + "\"inverse\": null if there is none"
  }

  private func mistake(
    _ name: String, _ relationship: RelationshipDraft, _ entity: EntityDraft, _ destination: EntityDraft,
    _ model: ModelDraft, _ log: MistakeLog
  ) -> String? {
    let quoted = MistakeLog.quote(name)
    switch destination.properties[name] {
    case nil:
      for ancestor in model.ancestors(of: destination) where ancestor.properties[name] != nil {
        return
          "\(quoted) belongs to \(ancestor.name), from which \(destination.name) inherits; a relationship leads "
          + "to the entity that declares its inverse"
      }
      let suggestion = log.suggestion(for: name, among: destination.relationships.map(\.name))
      return "\(destination.name) has no relationship \(quoted)\(suggestion)"
    case .attribute, .composite: return "\(quoted) is an attribute of \(destination.name), not a relationship"
    case .relationship(let back):
      if back.description.destination != entity.name {
        return
          "\(destination.name).\(name) leads to \(back.description.destination), not back to \(entity.name)"
      }
      if back.reader.has("inverse"), back.description.inverse != relationship.name {
        let other = back.description.inverse.map { MistakeLog.quote($0) } ?? "none"
        return "\(destination.name).\(name) does not lead back: its inverse is \(other)"
      }
      return nil
    }
  }
}
