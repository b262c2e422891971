import GraphValues

/// Reads a relationship.
enum RelationshipDecoder {
  static func decode(_ node: JSONNode, at place: SourcePlace, log: MistakeLog) -> RelationshipDraft? {
    guard let reader = ObjectReader(node, at: place, keys: ModelKeys.relationship, log: log) else {
      return nil
    }
    reader.require("name")
    reader.require("to")
    var relationship = RelationshipDescription(
      name: reader.string("name") ?? "", destination: reader.string("to") ?? "")
    relationship.isToMany = reader.bool("many") ?? false
    relationship.isOrdered = reader.bool("ordered") ?? false
    if let node = reader.node("inverse"), case .null = node.kind {
      relationship.inverse = nil
    } else {
      relationship.inverse = reader.text("inverse", most: LoadingLimits.nameLength)
    }
    relationship.deleteRule = reader.choice("onDelete", "delete rule") ?? .nullify
    relationship.minimumCount = reader.integer("minCount", in: 0...Int(UInt32.max))
    relationship.maximumCount = reader.integer("maxCount", in: 1...Int(UInt32.max))
    relationship.isOptional = reader.bool("optional") ?? relationship.isOptionalUnlessSaid
    relationship.userInfo = reader.strings("userInfo")
    relationship.renamedFrom = reader.text("renamedFrom", most: LoadingLimits.nameLength)
    relationship.documentation = reader.string("documentation")
    return RelationshipDraft(description: relationship, reader: reader)
  }
}

extension RelationshipDescription {
  /// What `optional` is where the file does not say: a to-one is required, a to-many may be empty unless it
  /// has a minimum.
  var isOptionalUnlessSaid: Bool { isToMany && (minimumCount ?? 0) == 0 }
}
