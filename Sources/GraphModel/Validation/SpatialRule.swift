import GraphValues

/// Spatial indexes have names, each once in a line of inheritance, and name stored numbers.
struct SpatialRule: ModelRule {
  private static let numbers: Set<AttributeType> = [.int16, .int32, .int64, .double, .float]

  func check(_ model: ModelDraft, _ log: MistakeLog) {
    for entity in model.entities {
      var names = Set(
        model.ancestors(of: entity).flatMap(\.description.spatialIndexes).map { NameForm.folded($0.name) })
      for (node, place) in entity.reader.elements("spatial") {
        let quiet = MistakeLog()
        guard let reader = ObjectReader(node, at: place, keys: ModelKeys.spatial, log: quiet) else {
          continue
        }
        if let name = reader.string("name") {
          if let mistake = NameForm.mistake(in: name, for: .property) {
            log.add(reader.place(of: "name"), mistake)
          } else if !names.insert(NameForm.folded(name)).inserted {
            log.add(reader.place(of: "name"), "duplicate spatial index \(MistakeLog.quote(name))")
          }
        }
        for key in ModelKeys.spatial where key != "name" {
          guard let name = reader.string(key) else { continue }
          if let mistake = Self.mistake(name, of: entity, in: model, log) {
            log.add(reader.place(of: key), mistake)
          }
        }
      }
    }
  }

  private static func mistake(
    _ name: String, of entity: EntityDraft, in model: ModelDraft, _ log: MistakeLog
  ) -> String? {
    if let mistake = StoredPropertyCheck.mistake(name, of: entity, in: model, log) { return mistake }
    guard case .attribute(let attribute) = model.property(named: name, of: entity) else {
      return "\(MistakeLog.quote(name)) is a relationship; a spatial index has numbers"
    }
    if attribute.hasType, !numbers.contains(attribute.description.type) || attribute.description.isArray {
      return "\(MistakeLog.quote(name)) is no number with a place on an axis; "
        + "a spatial index has int16, int32, int64, float and double"
    }
    return nil
  }
}
