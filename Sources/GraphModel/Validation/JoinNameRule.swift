import GraphValues

/// The names of join tables, `_<Entity>_<relationship>`, differ.
struct JoinNameRule: ModelRule {
  func check(_ model: ModelDraft, _ log: MistakeLog) {
    var firsts: [String: (entity: EntityDraft, relationship: RelationshipDraft)] = [:]
    for entity in model.entities {
      for relationship in entity.relationships where relationship.description.isToMany {
        // Either side of a pair may come to name the table.
        let name = "_\(entity.name)_\(relationship.name)"
        let folded = NameForm.folded(name)
        guard let first = firsts[folded] else {
          firsts[folded] = (entity, relationship)
          continue
        }
        if NameForm.folded(first.entity.name) == NameForm.folded(entity.name) { continue }
        log.add(
          relationship.reader.place(of: "name"),
          "the table of \(entity.name).\(relationship.name) and that of \(first.entity.name)."
            + "\(first.relationship.name) would both be named \(MistakeLog.quote(name))")
      }
    }
  }
}
