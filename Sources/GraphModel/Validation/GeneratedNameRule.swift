import GraphValues

/// Names do not clash with what generated code makes for entities that others inherit from: a type `Kind`, a
/// property `kind` and a protocol `<Entity>Properties`.
struct GeneratedNameRule: ModelRule {
  func check(_ model: ModelDraft, _ log: MistakeLog) {
    let parents = Set(model.entities.compactMap(\.description.parent))
    if parents.isEmpty { return }
    let protocols = Dictionary(
      parents.map { ("\($0)Properties", $0) }, uniquingKeysWith: { first, _ in first })
    for entity in model.entities {
      let quoted = MistakeLog.quote(entity.name)
      if entity.name == "Kind" {
        log.add(
          entity.reader.place(of: "name"),
          "the name \(quoted) is reserved where entities inherit: generated code nests a type of that name in them"
        )
      } else if let parent = protocols[entity.name] {
        log.add(
          entity.reader.place(of: "name"),
          "the name \(quoted) is reserved: generated code calls the properties of \(parent) so")
      }
      if parents.contains(entity.name), let kind = model.property(named: "kind", of: entity) {
        log.add(
          kind.reader.place(of: "name"),
          "the name \"kind\" is reserved in \(entity.name), from which others inherit: the generated type has a "
            + "member of that name")
      }
    }
  }
}
