import GraphValues

/// Relationships lead to entities that there are.
struct DestinationRule: ModelRule {
  func check(_ model: ModelDraft, _ log: MistakeLog) {
    let names = model.entities.map(\.name)
    for entity in model.entities {
      for relationship in entity.relationships where relationship.reader.hasText("to") {
        let name = relationship.description.destination
        if model.entity(named: name) == nil {
          let suggestion = log.suggestion(for: name, among: names)
          log.add(
            relationship.reader.place(of: "to"), "there is no entity \(MistakeLog.quote(name))\(suggestion)")
        }
      }
    }
  }
}
