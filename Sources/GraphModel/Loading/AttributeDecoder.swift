import GraphValues

/// Reads an attribute of an entity, or a member of a composite.
enum AttributeDecoder {
  /// Names from other systems, and what they are here.
  private static let foreignTypes = [
    "int": "int64", "integer": "int64", "long": "int64", "short": "int16", "integer16": "int16",
    "integer 16": "int16", "integer32": "int32", "integer 32": "int32", "integer64": "int64",
    "integer 64": "int64", "number": "double", "real": "double", "text": "string", "varchar": "string",
    "boolean": "bool", "datetime": "date", "timestamp": "date", "blob": "data", "binary": "data",
    "bytes": "data",
    "uri": "url", "transformable": "codable", "json": "codable", "object": "codable",
  ]

  /// - Parameter isMember: whether it stands in a composite.
  static func decode(
    _ node: JSONNode, at place: SourcePlace, isMember: Bool, log: MistakeLog
  ) -> AttributeDraft? {
    guard let reader = ObjectReader(node, at: place, keys: ModelKeys.attribute, log: log) else { return nil }
    reader.require("name")
    reader.require("type")
    let type = type(reader, isMember: isMember)
    if type != nil, reader.has("attributes") {
      log.add(reader.place(of: "attributes"), "only a composite (\"type\": \"composite\") has attributes")
    }
    var attribute = AttributeDescription(name: reader.string("name") ?? "", type: type ?? .string)
    attribute.isArray = reader.bool("array") ?? false
    attribute.isOptional = reader.bool("optional") ?? false
    attribute.isTransient = reader.bool("transient") ?? false
    attribute.derivation = reader.text("derived")
    attribute.minimumLength = reader.integer("minLength", in: 0...Int(UInt32.max))
    attribute.maximumLength = reader.integer("maxLength", in: 0...Int(UInt32.max))
    attribute.pattern = reader.text("pattern", most: LoadingLimits.patternLength)
    attribute.isExternal = reader.bool("external") ?? false
    attribute.scale = reader.integer("scale", in: 0...18)
    attribute.swiftType = reader.text("swiftType", most: LoadingLimits.nameLength)
    attribute.userInfo = reader.strings("userInfo")
    attribute.renamedFrom = reader.text("renamedFrom", most: LoadingLimits.nameLength)
    attribute.documentation = reader.string("documentation")
    if type != nil { readValues(reader, into: &attribute) }
    return AttributeDraft(description: attribute, hasType: type != nil, reader: reader)
  }

  private static func type(_ reader: ObjectReader, isMember: Bool) -> AttributeType? {
    guard let text = reader.string("type") else { return nil }
    if let type = AttributeType(rawValue: text) { return type }
    let place = reader.place(of: "type")
    if text == CompositeDecoder.typeName {
      reader.log.add(place, "a composite within a composite; only an entity has composites")
      return nil
    }
    if let near = foreignTypes[text.lowercased()] {
      reader.log.add(place, "unknown type \(MistakeLog.quote(text)); did you mean \"\(near)\"?")
      return nil
    }
    let types = AttributeType.allCases.map(\.rawValue) + (isMember ? [] : [CompositeDecoder.typeName])
    let suggestion = reader.log.suggestion(for: text, among: types)
    reader.log.add(place, "unknown type \(MistakeLog.quote(text))\(suggestion)")
    return nil
  }

  private static func readValues(_ reader: ObjectReader, into attribute: inout AttributeDescription) {
    let decoder = ValueDecoder(attribute, log: reader.log)
    if let node = reader.node("default") {
      attribute.defaultValue = decoder.defaultValue(node, at: reader.place(of: "default"))
    }
    if TypeTraits.isOrdered(attribute) {
      if let node = reader.node("min") {
        attribute.minimum = decoder.value(node, at: reader.place(of: "min"))
      }
      if let node = reader.node("max") {
        attribute.maximum = decoder.value(node, at: reader.place(of: "max"))
      }
    }
    if TypeTraits.canBeClosed(attribute) {
      attribute.values = reader.array("values").compactMap { decoder.value($0.node, at: $0.place) }
    }
  }
}
