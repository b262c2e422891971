import GraphValues

/// Order and counts are for to-many relationships.
struct CountRule: ModelRule {
  func check(_ model: ModelDraft, _ log: MistakeLog) {
    for entity in model.entities {
      for relationship in entity.relationships {
        check(relationship.description, relationship.reader, log)
      }
    }
  }

  private func check(
    _ relationship: RelationshipDescription, _ reader: ObjectReader, _ log: MistakeLog
  ) {
    if !relationship.isToMany {
      if relationship.isOrdered {
        log.add(reader.place(of: "ordered"), "only a to-many (\"many\": true) is ordered")
      }
      for key in ["minCount", "maxCount"] where reader.has(key) {
        log.add(reader.place(of: key), "only a to-many (\"many\": true) has a count")
      }
      return
    }
    if let least = relationship.minimumCount, let most = relationship.maximumCount, least > most {
      log.add(reader.place(of: "minCount"), "minCount \(least) is more than maxCount \(most)")
    }
    if reader.has("optional"), !relationship.isOptional, relationship.minimumCount == 0 {
      log.add(
        reader.place(of: "optional"), "a to-many that is not optional is never empty, but minCount is 0")
    }
  }
}
