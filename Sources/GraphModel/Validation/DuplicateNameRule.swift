import GraphValues

/// Names are unique ignoring case: entities in the model, properties in an entity and what it inherits from,
/// fetch requests in an entity.
struct DuplicateNameRule: ModelRule {
  func check(_ model: ModelDraft, _ log: MistakeLog) {
    var entities: [String: EntityDraft] = [:]
    for entity in model.entities where !entity.name.isEmpty {
      let folded = NameForm.folded(entity.name)
      if let first = entities[folded] {
        note("entity", entity.name, entity.reader, first.name, first.reader, log)
      } else {
        entities[folded] = entity
      }
      checkProperties(entity, model, log)
    }
  }

  private func checkProperties(_ entity: EntityDraft, _ model: ModelDraft, _ log: MistakeLog) {
    var own: [String: PropertyDraft] = [:]
    let inherited = model.ancestors(of: entity)
    for property in entity.orderedProperties where !property.name.isEmpty {
      let folded = NameForm.folded(property.name)
      if let first = own[folded] {
        note("property", property.name, property.reader, first.name, first.reader, log)
        continue
      }
      own[folded] = property
      for ancestor in inherited {
        if let first = ancestor.property(folded: folded) {
          log.add(
            property.reader.place(of: "name"),
            "duplicate property \(MistakeLog.quote(property.name)): \(ancestor.name) has it already, in "
              + first.reader.place(of: "name").description)
          break
        }
      }
    }
  }

  private func note(
    _ what: String, _ name: String, _ reader: ObjectReader, _ firstName: String, _ first: ObjectReader,
    _ log: MistakeLog
  ) {
    log.add(
      reader.place(of: "name"),
      Self.message(what, name, first: firstName, place: first.place(of: "name")))
  }

  static func message(_ what: String, _ name: String, first: String, place: SourcePlace) -> String {
    let spelling = name == first ? "" : " (as \(MistakeLog.quote(first)); case is ignored)"
    return "duplicate \(what) \(MistakeLog.quote(name)): it is also in \(place.description)\(spelling)"
  }
}
