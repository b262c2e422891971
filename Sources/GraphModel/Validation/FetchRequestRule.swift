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
          if let mistake = StoredPropertyCheck.mistake(key.property, of: entity, in: model, log) {
            log.add(reader.place(of: "sort").element(index, offset: sort.offset), mistake)
          }
        }
      }
    }
  }
}
