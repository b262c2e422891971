import GraphValues

/// Indexes name stored properties, each index and each property in it once.
struct IndexRule: ModelRule {
  func check(_ model: ModelDraft, _ log: MistakeLog) {
    for entity in model.entities {
      var seen: Set<IndexDescription> = []
      let places = entity.reader.places("indexes")
      for (index, place) in zip(entity.description.indexes, places) where !index.elements.isEmpty {
        // Elements that could not be read have been noted.
        if index.elements.contains(where: \.property.isEmpty) { continue }
        if !seen.insert(index).inserted { log.add(place.place, "a duplicate of an earlier index") }
        var names: Set<String> = []
        for (element, place) in zip(index.elements, place.elements) where !element.property.isEmpty {
          if !names.insert(element.property).inserted {
            log.add(place, "\(MistakeLog.quote(element.property)) is in the index twice")
          } else if let mistake = StoredPropertyCheck.mistake(element.property, of: entity, in: model, log) {
            log.add(place, mistake)
          }
        }
      }
    }
  }
}
