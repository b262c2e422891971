import GraphValues

/// Finds what constraints and indexes name.
enum StoredPropertyCheck {
  /// What is wrong with a property as a part of a constraint or an index, or nil.
  static func mistake(
    _ name: String, of entity: EntityDraft, in model: ModelDraft, _ log: MistakeLog
  ) -> String? {
    guard let property = model.property(named: name, of: entity) else {
      let suggestion = log.suggestion(for: name, among: model.propertyNames(of: entity))
      return "\(entity.name) has no property \(MistakeLog.quote(name))\(suggestion)"
    }
    switch property {
    case .attribute(let attribute):
      if attribute.description.isTransient {
        return "\(MistakeLog.quote(name)) is transient, so it has no column"
      }
      if attribute.description.isExternal {
        return "\(MistakeLog.quote(name)) is external, so its column does not hold the value"
      }
    case .composite(let composite):
      let advice =
        composite.paths.first.map { "; name its attributes, such as \(MistakeLog.quote($0))" } ?? ""
      return "\(MistakeLog.quote(name)) is a composite\(advice)"
    case .relationship(let relationship):
      if relationship.description.isToMany {
        return "\(MistakeLog.quote(name)) is a to-many, so it has no column"
      }
    }
    return nil
  }
}
