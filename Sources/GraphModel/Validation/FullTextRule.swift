import GraphValues

/// Full-text indexes name stored strings, each once; a hierarchy, which has one index, has one set of options.
struct FullTextRule: ModelRule {
  /// Columns that every FTS5 table has by itself: https://sqlite.org/fts5.html
  private static let taken: Set<String> = ["rank", "rowid"]

  func check(_ model: ModelDraft, _ log: MistakeLog) {
    for entity in model.entities {
      guard let fullText = entity.description.fullText else { continue }
      check(fullText, of: entity, model, log)
      let other =
        model.ancestors(of: entity).first { ancestor in
          ancestor.description.fullText.map { !$0.hasOptions(of: fullText) } ?? false
        } ?? sibling(of: entity, fullText, in: model)
      if let other {
        log.add(
          entity.reader.place(of: "fullText"),
          "the options differ from those of \(other.name), with which \(entity.name) shares its index")
      }
    }
  }

  /// An earlier entity of the hierarchy, other than an ancestor, whose options differ.
  private func sibling(
    of entity: EntityDraft, _ fullText: FullTextDescription, in model: ModelDraft
  ) -> EntityDraft? {
    let line = model.ancestors(of: entity)
    guard let root = line.last?.name else { return nil }
    for other in model.entities {
      if other.name == entity.name { return nil }
      guard let theirs = other.description.fullText, !line.contains(where: { $0.name == other.name }),
        model.ancestors(of: other).last?.name == root
      else { continue }
      if !theirs.hasOptions(of: fullText) { return other }
    }
    return nil
  }

  private func check(
    _ fullText: FullTextDescription, of entity: EntityDraft, _ model: ModelDraft, _ log: MistakeLog
  ) {
    var names: Set<String> = []
    for (name, place) in zip(fullText.attributes, places(entity)) where !name.isEmpty {
      if !names.insert(name).inserted {
        log.add(place, "\(MistakeLog.quote(name)) is in the index twice")
      } else if let mistake = StoredPropertyCheck.mistake(name, of: entity, in: model, log) {
        log.add(place, mistake)
      } else if let mistake = Self.mistake(name, model.property(named: name, of: entity)) {
        log.add(place, mistake)
      }
    }
  }

  private static func mistake(_ name: String, _ property: PropertyDraft?) -> String? {
    guard case .attribute(let attribute) = property else {
      return "\(MistakeLog.quote(name)) is a relationship; a full-text index has strings"
    }
    if attribute.hasType, attribute.description.type != .string || attribute.description.isArray {
      return "\(MistakeLog.quote(name)) is no string; a full-text index has strings"
    }
    if taken.contains(name.lowercased()) {
      return "the name \(MistakeLog.quote(name)) is taken in full-text indexes; rename the attribute"
    }
    return nil
  }

  private func places(_ entity: EntityDraft) -> [SourcePlace] {
    let place = entity.reader.place(of: "fullText")
    guard let node = entity.reader.node("fullText") else { return [] }
    switch node.kind {
    case .array(let elements):
      return elements.enumerated().map { place.element($0, offset: $1.offset) }
    case .object(let members):
      guard let list = members.first(where: { $0.key == "attributes" })?.value,
        case .array(let elements) = list.kind
      else { return [] }
      let inner = place.member("attributes", offset: list.offset)
      return elements.enumerated().map { inner.element($0, offset: $1.offset) }
    default: return []
    }
  }
}
