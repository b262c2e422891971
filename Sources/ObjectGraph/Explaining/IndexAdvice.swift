/// An index to declare in the model, so that a query needs to look at fewer rows.
public struct IndexAdvice: Sendable, Hashable, CustomStringConvertible {
  /// What is to be declared.
  public enum Kind: String, Sendable, Hashable {
    /// An index of values, in the entity's `indexes`. SQLite was asked with it in place, and uses it.
    case index = "indexes"
    /// A full-text index, in the entity's `fullText`: it finds words, not parts of words, by a search of its own.
    case fullText
  }

  /// What is to be declared.
  public let kind: Kind
  /// The entity that is to declare it.
  public let entity: String
  /// The properties, most significant first; with ` desc` behind those from large to small.
  public let properties: [String]

  package init(_ kind: Kind, entity: String, properties: [String]) {
    self.kind = kind
    self.entity = entity
    self.properties = properties
  }

  /// What to write into the entity in the model's file.
  public var snippet: String {
    let names = properties.map { "\"\($0)\"" }.joined(separator: ", ")
    return kind == .index ? "\"indexes\": [[\(names)]]" : "\"fullText\": [\(names)]"
  }

  /// The entity and what to write into it.
  public var description: String {
    switch kind {
    case .index: "declare in \(entity): \(snippet)"
    case .fullText: "to search for words instead, declare in \(entity): \(snippet)"
    }
  }
}
