import GraphValues

/// Reads a composite: an element of an entity's attributes that holds attributes itself.
enum CompositeDecoder {
  /// What `type` says of a composite.
  static let typeName = "composite"

  /// Whether an element of an entity's attributes is meant as a composite.
  static func isComposite(_ node: JSONNode) -> Bool {
    guard case .object(let members) = node.kind else { return false }
    let type = members.first { $0.key == "type" }
    if case .string(typeName) = type?.value.kind { return true }
    return false
  }

  /// - Parameter position: how many of the entity's own attributes stand before it.
  static func decode(
    _ node: JSONNode, at place: SourcePlace, position: Int, log: MistakeLog
  ) -> CompositeDraft? {
    guard let reader = ObjectReader(node, at: place, keys: ModelKeys.attribute, log: log) else { return nil }
    reader.require("name")
    reader.require("attributes")
    for key in ModelKeys.attribute where reader.has(key) && !ModelKeys.composite.contains(key) {
      log.add(reader.place(of: key), mistake(key))
    }
    let elements = reader.array("attributes")
    if elements.isEmpty, case .array = reader.node("attributes")?.kind {
      log.add(reader.place(of: "attributes"), "a composite of no attributes")
    }
    let members = elements.compactMap {
      AttributeDecoder.decode($0.node, at: $0.place, isMember: true, log: log)
    }
    let description = CompositeDescription(
      name: reader.string("name") ?? "", attributes: members.map(\.description),
      isOptional: reader.bool("optional") ?? false, userInfo: reader.strings("userInfo"),
      renamedFrom: reader.text("renamedFrom", most: LoadingLimits.nameLength),
      documentation: reader.string("documentation"), position: position)
    return CompositeDraft(description: description, members: members, reader: reader)
  }

  private static func mistake(_ key: String) -> String {
    switch key {
    case "array": "there are no arrays of composites"
    case "transient", "derived", "external": "a composite cannot be \(key)"
    default: "a composite has no \"\(key)\"; its attributes may have"
    }
  }
}
