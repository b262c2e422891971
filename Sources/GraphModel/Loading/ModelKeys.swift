/// The keys of each kind of object in a model file.
enum ModelKeys {
  static let model = ["$schema", "model", "version", "entities"]
  static let entity = [
    "name", "parent", "abstract", "attributes", "relationships", "unique", "indexes", "fullText",
    "spatial", "fetchRequests", "userInfo", "renamedFrom", "documentation",
  ]
  static let attribute = [
    "name", "type", "array", "optional", "default", "transient", "derived", "min", "max", "minLength",
    "maxLength", "pattern", "values", "external", "scale", "swiftType", "userInfo", "renamedFrom",
    "documentation", "attributes",
  ]
  static let composite = [
    "name", "type", "optional", "attributes", "userInfo", "renamedFrom", "documentation",
  ]
  static let relationship = [
    "name", "to", "many", "ordered", "optional", "inverse", "onDelete", "minCount", "maxCount", "userInfo",
    "renamedFrom", "documentation",
  ]
  static let fullText = ["attributes", "prefixLengths", "keepsDiacritics"]
  static let spatial = ["name", "x", "y", "z", "minX", "maxX", "minY", "maxY", "minZ", "maxZ"]
  static let fetchRequest = ["name", "predicate", "sort", "limit"]
}
