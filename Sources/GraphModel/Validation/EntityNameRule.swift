import GraphValues

/// Entities' names can be Swift types and tables.
struct EntityNameRule: ModelRule {
  func check(_ model: ModelDraft, _ log: MistakeLog) {
    for entity in model.entities where entity.reader.hasText("name") {
      let place = entity.reader.place(of: "name")
      let name = entity.name
      if let mistake = NameForm.mistake(in: name, for: .type) {
        log.add(place, mistake)
      } else if ReservedNames.entities.contains(name) {
        log.add(
          place, "the name \(MistakeLog.quote(name)) is reserved: generated code uses it for another type")
      } else if let prefix = ReservedNames.entityPrefixes.first(where: { NameForm.folded(name).hasPrefix($0) }
      ) {
        log.add(
          place,
          "the name \(MistakeLog.quote(name)) is reserved: tables that begin with \"\(prefix)\" are others'")
      } else if name == "\(model.name)Schema" {
        log.add(
          place, "the name \(MistakeLog.quote(name)) is reserved: generated code calls the model's schema so")
      }
    }
  }
}
