import GraphValues

/// Uniqueness constraints name stored properties, each constraint and each property in it once.
struct UniquenessRule: ModelRule {
  func check(_ model: ModelDraft, _ log: MistakeLog) {
    for entity in model.entities {
      var seen: Set<Set<String>> = []
      let groups = entity.reader.places("unique")
      for (group, place) in zip(entity.description.uniquenessConstraints, groups) where !group.isEmpty {
        if !seen.insert(Set(group)).inserted { log.add(place.place, "a duplicate of an earlier constraint") }
        var names: Set<String> = []
        for (name, place) in zip(group, place.elements) where !name.isEmpty {
          if !names.insert(name).inserted {
            log.add(place, "\(MistakeLog.quote(name)) is in the constraint twice")
          } else if let mistake = StoredPropertyCheck.mistake(name, of: entity, in: model, log) {
            log.add(place, mistake)
          }
        }
      }
    }
  }
}
