import GraphValues

/// Former names are other names, and names.
struct FormerNameRule: ModelRule {
  func check(_ model: ModelDraft, _ log: MistakeLog) {
    for entity in model.entities {
      check(entity.name, entity.description.renamedFrom, entity.reader, log)
      for composite in entity.composites {
        check(composite.name, composite.description.renamedFrom, composite.reader, log)
      }
      for attribute in entity.attributesAndMembers {
        check(attribute.name, attribute.description.renamedFrom, attribute.reader, log)
      }
      for relationship in entity.relationships {
        check(relationship.name, relationship.description.renamedFrom, relationship.reader, log)
      }
    }
  }

  private func check(_ name: String, _ former: String?, _ reader: ObjectReader, _ log: MistakeLog) {
    guard let former else { return }
    if former == name {
      log.add(
        reader.place(of: "renamedFrom"), "\(MistakeLog.quote(former)) is the present name, not a former one")
    }
  }
}
