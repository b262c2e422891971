import Foundation
import GraphValues

/// Writes a model as one file that reads back to an equal model: keys in a fixed order, defaults left out.
enum CanonicalJSON {
  static func text(of model: EntityModel) -> String {
    var parts = [member("model", model.name)]
    if let version = model.version { parts.append(member("version", version)) }
    let entities = model.entities.map { "    " + text(of: $0) }.joined(separator: ",\n")
    parts.append("\"entities\": [\n\(entities)\n  ]")
    return "{\n  " + parts.joined(separator: ",\n  ") + "\n}\n"
  }

  private static func text(of entity: EntityDescription) -> String {
    var parts = [member("name", entity.name)]
    if let parent = entity.parent { parts.append(member("parent", parent)) }
    if entity.isAbstract { parts.append("\"abstract\": true") }
    parts.append(list("attributes", entity.attributeElements.map(text)))
    parts.append(list("relationships", entity.relationships.map(text)))
    parts.append(list("unique", entity.uniquenessConstraints.map(array)))
    parts.append(list("indexes", entity.indexes.map { sort($0.elements) }))
    if let fullText = entity.fullText {
      parts.append("\"fullText\": \(SearchIndexEncoder.text(of: fullText))")
    }
    parts.append(list("spatial", entity.spatialIndexes.map(SearchIndexEncoder.text)))
    parts.append(list("fetchRequests", entity.fetchRequests.map(text)))
    parts.append(contentsOf: notes(entity.userInfo, entity.renamedFrom, entity.documentation))
    let lines = parts.filter { !$0.isEmpty }
    return "{ " + lines.joined(separator: ",\n      ") + " }"
  }

  private static func text(of element: AttributeElement) -> String {
    switch element {
    case .attribute(let attribute): text(of: attribute)
    case .composite(let composite): text(of: composite)
    }
  }

  private static func text(of composite: CompositeDescription) -> String {
    var parts = [member("name", composite.name), member("type", CompositeDecoder.typeName)]
    if composite.isOptional { parts.append("\"optional\": true") }
    let members = composite.attributes.map { text(of: $0) }.joined(separator: ",\n            ")
    parts.append("\"attributes\": [\n            \(members) ]")
    parts += notes(composite.userInfo, composite.renamedFrom, composite.documentation)
    return "{ " + parts.joined(separator: ", ") + " }"
  }

  private static func text(of attribute: AttributeDescription) -> String {
    var parts = [member("name", attribute.name), member("type", attribute.type.rawValue)]
    if attribute.isArray { parts.append("\"array\": true") }
    if attribute.isOptional { parts.append("\"optional\": true") }
    switch attribute.defaultValue {
    case .value(let value): parts.append("\"default\": \(text(of: value))")
    case .now: parts.append("\"default\": \"now\"")
    case .newUUID: parts.append("\"default\": \"new\"")
    case nil: break
    }
    if attribute.isTransient { parts.append("\"transient\": true") }
    if let derivation = attribute.derivation { parts.append(member("derived", derivation)) }
    if let minimum = attribute.minimum { parts.append("\"min\": \(text(of: minimum))") }
    if let maximum = attribute.maximum { parts.append("\"max\": \(text(of: maximum))") }
    if let length = attribute.minimumLength { parts.append("\"minLength\": \(length)") }
    if let length = attribute.maximumLength { parts.append("\"maxLength\": \(length)") }
    if let pattern = attribute.pattern { parts.append(member("pattern", pattern)) }
    if !attribute.values.isEmpty {
      parts.append("\"values\": [" + attribute.values.map(text).joined(separator: ", ") + "]")
    }
    if attribute.isExternal { parts.append("\"external\": true") }
    if let scale = attribute.scale { parts.append("\"scale\": \(scale)") }
    if let swiftType = attribute.swiftType { parts.append(member("swiftType", swiftType)) }
    parts += notes(attribute.userInfo, attribute.renamedFrom, attribute.documentation)
    return "{ " + parts.joined(separator: ", ") + " }"
  }

  private static func text(of relationship: RelationshipDescription) -> String {
    var parts = [member("name", relationship.name), member("to", relationship.destination)]
    if relationship.isToMany { parts.append("\"many\": true") }
    if relationship.isOrdered { parts.append("\"ordered\": true") }
    if relationship.isOptional != relationship.isOptionalUnlessSaid {
      parts.append("\"optional\": \(relationship.isOptional)")
    }
    parts.append(relationship.inverse.map { member("inverse", $0) } ?? "\"inverse\": null")
    if relationship.deleteRule != .nullify {
      parts.append(member("onDelete", relationship.deleteRule.rawValue))
    }
    if let count = relationship.minimumCount { parts.append("\"minCount\": \(count)") }
    if let count = relationship.maximumCount { parts.append("\"maxCount\": \(count)") }
    parts += notes(relationship.userInfo, relationship.renamedFrom, relationship.documentation)
    return "{ " + parts.joined(separator: ", ") + " }"
  }

  private static func text(of request: FetchRequestTemplate) -> String {
    var parts = [member("name", request.name)]
    if let predicate = request.predicate { parts.append(member("predicate", predicate)) }
    if !request.sort.isEmpty { parts.append("\"sort\": \(sort(request.sort))") }
    if let limit = request.limit { parts.append("\"limit\": \(limit)") }
    return "{ " + parts.joined(separator: ", ") + " }"
  }

  private static func text(of value: AttributeValue) -> String {
    switch value {
    case .null, .reference: "null"
    case .bool(let value): value ? "true" : "false"
    case .int(let value): String(value)
    case .double(let value):
      value.isInfinite ? (value < 0 ? "\"-inf\"" : "\"inf\"") : value.description
    case .decimal(let value): JSONText.quote(value.description)
    case .string(let value): JSONText.quote(value)
    case .date(let value): ISODate.format(value).map(JSONText.quote) ?? "null"
    case .data(let value): JSONText.quote(value.base64EncodedString())
    case .uuid(let value): JSONText.quote(value.uuidString)
    case .url(let value): JSONText.quote(value.absoluteString)
    case .codable(let value): String(decoding: value, as: UTF8.self)
    case .array(let elements): "[" + elements.map(text).joined(separator: ", ") + "]"
    }
  }

  private static func notes(
    _ userInfo: [String: String], _ renamedFrom: String?, _ documentation: String?
  ) -> [String] {
    var parts: [String] = []
    if !userInfo.isEmpty {
      let sorted = userInfo.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
      parts.append(
        "\"userInfo\": { " + sorted.map { member($0.key, $0.value) }.joined(separator: ", ") + " }")
    }
    if let renamedFrom { parts.append(member("renamedFrom", renamedFrom)) }
    if let documentation { parts.append(member("documentation", documentation)) }
    return parts
  }

  private static func sort(_ elements: [IndexDescription.Element]) -> String {
    array(elements.map { $0.isDescending ? "\($0.property) desc" : $0.property })
  }

  private static func array(_ texts: [String]) -> String {
    "[" + texts.map(JSONText.quote).joined(separator: ", ") + "]"
  }

  /// An array with an element a line; nothing where there are none.
  private static func list(_ key: String, _ elements: [String]) -> String {
    if elements.isEmpty { return "" }
    return "\"\(key)\": [\n        " + elements.joined(separator: ",\n        ") + " ]"
  }

  private static func member(_ key: String, _ value: String) -> String {
    "\(JSONText.quote(key)): \(JSONText.quote(value))"
  }
}

extension EntityModel {
  /// The whole model as the text of one file, the same text for equal models; `EntityModel(json:)` reads it
  /// back to an equal model.
  package var canonicalJSON: String { CanonicalJSON.text(of: self) }
}
