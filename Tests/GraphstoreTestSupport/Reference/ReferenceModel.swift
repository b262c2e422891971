package import GraphValues

/// A model as plain as can be: what random models are made of, and what the reference graph follows.
package struct ReferenceModel: Sendable {
  package struct Attribute: Sendable {
    package enum Kind: String, Sendable, CaseIterable {
      case int64, double, string, bool
    }

    package var name: String
    package var kind: Kind
    package var isOptional: Bool
    /// What a new object has.
    package var defaultValue: AttributeValue
  }

  /// An attribute that is computed.
  package struct Derived: Sendable {
    package enum Source: Sendable {
      case count(String)
      case sum(String, String)
      case lowercase(String)
    }

    package var name: String
    package var source: Source
    package var isOptional = false
  }

  /// A group of attributes.
  package struct Composite: Sendable {
    package var name: String
    package var isOptional: Bool
    package var members: [Attribute]
  }

  package enum Rule: String, Sendable, CaseIterable {
    case nullify, cascade, deny, noAction
  }

  package struct Relationship: Sendable {
    package var name: String
    package var destination: String
    package var isToMany = false
    package var isOrdered = false
    package var isOptional = true
    package var inverse: String?
    package var rule = Rule.nullify
    package var minimum: Int?
    package var maximum: Int?
  }

  package struct Entity: Sendable {
    package var name: String
    package var parent: String?
    package var isAbstract = false
    package var attributes: [Attribute] = []
    package var composites: [Composite] = []
    package var derived: [Derived] = []
    package var relationships: [Relationship] = []
    package var unique: [[String]] = []
  }

  package var entities: [Entity]

  /// The text of a model file.
  package var json: String {
    let entities = entities.map { "  " + $0.json }.joined(separator: ",\n")
    return "{ \"model\": \"Random\", \"entities\": [\n\(entities) ] }"
  }
}

extension ReferenceModel.Entity {
  fileprivate var json: String {
    var parts = ["\"name\": \"\(name)\""]
    if let parent { parts.append("\"parent\": \"\(parent)\"") }
    if isAbstract { parts.append("\"abstract\": true") }
    let all = attributes.map(\.json) + composites.map(\.json) + derived.map(\.json)
    parts.append("\"attributes\": [\(all.joined(separator: ", "))]")
    if !relationships.isEmpty {
      let lines = relationships.map { "\n      " + $0.json }
      parts.append("\"relationships\": [\(lines.joined(separator: ","))]")
    }
    if !unique.isEmpty {
      let groups = unique.map { "[" + $0.map { "\"\($0)\"" }.joined(separator: ", ") + "]" }
      parts.append("\"unique\": [\(groups.joined(separator: ", "))]")
    }
    return "{ " + parts.joined(separator: ", ") + " }"
  }
}

extension ReferenceModel.Attribute {
  fileprivate var json: String {
    var parts = ["\"name\": \"\(name)\"", "\"type\": \"\(kind.rawValue)\""]
    if isOptional { parts.append("\"optional\": true") }
    switch defaultValue {
    case .int(let value): parts.append("\"default\": \(value)")
    case .double(let value): parts.append("\"default\": \(value)")
    case .bool(let value): parts.append("\"default\": \(value)")
    case .string(let value): parts.append("\"default\": \"\(value)\"")
    default: break
    }
    return "{ " + parts.joined(separator: ", ") + " }"
  }
}

extension ReferenceModel.Composite {
  fileprivate var json: String {
    "{ \"name\": \"\(name)\", \"type\": \"composite\", "
      + (isOptional ? "\"optional\": true, " : "")
      + "\"attributes\": [\(members.map(\.json).joined(separator: ", "))] }"
  }
}

extension ReferenceModel.Derived {
  fileprivate var json: String {
    let (type, text) =
      switch source {
      case .count(let relationship): ("int64", "\(relationship).@count")
      case .sum(let relationship, let attribute): ("int64", "\(relationship).@sum.\(attribute)")
      case .lowercase(let attribute): ("string", "lowercase:(\(attribute))")
      }
    return "{ \"name\": \"\(name)\", \"type\": \"\(type)\", "
      + (isOptional ? "\"optional\": true, " : "") + "\"derived\": \"\(text)\" }"
  }
}

extension ReferenceModel.Relationship {
  fileprivate var json: String {
    var parts = ["\"name\": \"\(name)\"", "\"to\": \"\(destination)\""]
    if isToMany { parts.append("\"many\": true") }
    if isOrdered { parts.append("\"ordered\": true") }
    if !isToMany, isOptional { parts.append("\"optional\": true") }
    parts.append("\"inverse\": " + (inverse.map { "\"\($0)\"" } ?? "null"))
    if rule != .nullify { parts.append("\"onDelete\": \"\(rule.rawValue)\"") }
    if let minimum { parts.append("\"minCount\": \(minimum)") }
    if let maximum { parts.append("\"maxCount\": \(maximum)") }
    return "{ " + parts.joined(separator: ", ") + " }"
  }
}
