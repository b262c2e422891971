import GraphValues

/// Fetch requests have names, each once an entity, and sort by stored properties.
///
/// Their predicates are kept as text: the layer that understands predicates checks them.
struct FetchRequestRule: ModelRule {
  func check(_ model: ModelDraft, _ log: MistakeLog) {
    for entity in model.entities {
      var names: Set<String> = []
      for (node, place) in entity.reader.elements("fetchRequests") {
        let quiet = MistakeLog()
        guard let reader = ObjectReader(node, at: place, keys: ModelKeys.fetchRequest, log: quiet) else {
          continue
        }
        if let name = reader.string("name") {
          if let mistake = NameForm.mistake(in: name, for: .property) {
            log.add(reader.place(of: "name"), mistake)
          } else if !names.insert(NameForm.folded(name)).inserted {
            log.add(reader.place(of: "name"), "duplicate fetch request \(MistakeLog.quote(name))")
          }
        }
        guard let sort = reader.node("sort") else { continue }
        let keys = EntityDecoder.sortKeys(sort, at: reader.place(of: "sort"), log: quiet)
        for (index, key) in keys.enumerated() where !key.property.isEmpty {
          if let mistake = sortMistake(key.property, of: entity, in: model, log) {
            log.add(reader.place(of: "sort").element(index, offset: sort.offset), mistake)
          }
        }
      }
    }
  }

  /// What is wrong with a sort key, or nil. It names a stored attribute, of the entity or behind to-ones:
  /// `author.name`.
  private func sortMistake(
    _ path: String, of entity: EntityDraft, in model: ModelDraft, _ log: MistakeLog
  ) -> String? {
    var entity = entity
    var rest = path[...]
    while let dot = rest.firstIndex(of: "."),
      case .relationship(let relationship) = model.property(named: String(rest[..<dot]), of: entity),
      !relationship.description.isToMany
    {
      // A destination that there is not has been noted.
      guard let destination = model.entity(named: relationship.description.destination) else { return nil }
      entity = destination
      rest = rest[rest.index(after: dot)...]
    }
    let name = String(rest)
    if case .relationship(let relationship) = model.property(named: name, of: entity),
      !relationship.description.isToMany
    {
      return "\(MistakeLog.quote(name)) is a relationship, which has no order; name an attribute behind it"
    }
    return StoredPropertyCheck.mistake(name, of: entity, in: model, log)
  }
}
