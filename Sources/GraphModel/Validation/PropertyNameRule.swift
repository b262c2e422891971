import GraphValues

/// Properties' names can be members of Swift types and columns.
struct PropertyNameRule: ModelRule {
  func check(_ model: ModelDraft, _ log: MistakeLog) {
    for entity in model.entities {
      for property in entity.orderedProperties where property.reader.hasText("name") {
        let (name, reader) = (property.name, property.reader)
        if let mistake = NameForm.mistake(in: name, for: .property) {
          log.add(reader.place(of: "name"), mistake)
        } else if ReservedNames.properties.contains(name) {
          log.add(
            reader.place(of: "name"),
            "the name \(MistakeLog.quote(name)) is reserved: every generated type has a member of that name")
        }
      }
    }
  }
}
