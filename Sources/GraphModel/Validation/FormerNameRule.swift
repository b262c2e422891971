import GraphValues

/// Former names are other names, and each is that of one thing.
struct FormerNameRule: ModelRule {
  func check(_ model: ModelDraft, _ log: MistakeLog) {
    check(model.entities.map { ($0.name, $0.description.renamedFrom, $0.reader) }, log)
    for entity in model.entities {
      check(
        entity.orderedProperties.map { property in
          switch property {
          case .attribute(let draft): (draft.name, draft.description.renamedFrom, draft.reader)
          case .composite(let draft): (draft.name, draft.description.renamedFrom, draft.reader)
          case .relationship(let draft): (draft.name, draft.description.renamedFrom, draft.reader)
          }
        }, log)
      for composite in entity.composites {
        check(composite.members.map { ($0.name, $0.description.renamedFrom, $0.reader) }, log)
      }
    }
  }

  private func check(_ named: [(name: String, former: String?, reader: ObjectReader)], _ log: MistakeLog) {
    var owners: [String: String] = [:]
    for (name, former, reader) in named {
      guard let former else { continue }
      let place = reader.place(of: "renamedFrom")
      if former == name {
        log.add(place, "\(MistakeLog.quote(former)) is the present name, not a former one")
      } else if let owner = owners[former] {
        log.add(place, "\(MistakeLog.quote(former)) is the former name of \(MistakeLog.quote(owner)) already")
      } else {
        owners[former] = name
      }
    }
  }
}
