package import GraphModel

/// What a full-text index is searched for.
///
/// All forms but `expression(_:)` take any text, as it comes from a search field: nothing in it is syntax, and punctuation is ignored. Words
/// are compared without case, and, unless the model says otherwise, without diacritics. Text without words finds nothing.
public struct FullTextQuery: Sendable, Hashable {
  enum Form: Sendable, Hashable {
    case all
    case any
    case prefix
    case phrase
    case expression
  }

  /// The most words of a query.
  package static let wordLimit = 256
  /// The most bytes of an expression.
  package static let expressionLimit = 10_000

  let form: Form
  let text: String
  /// The attributes that are searched; nil for all that the entity's index has.
  public var attributes: [String]?

  init(_ form: Form, _ text: String, in attributes: [String]?) {
    self.form = form
    self.text = text
    self.attributes = attributes
  }

  /// Objects with all the words of a text, in any order.
  public static func all(_ text: String, in attributes: [String]? = nil) -> FullTextQuery {
    FullTextQuery(.all, text, in: attributes)
  }

  /// Objects with one of the words of a text, or several.
  public static func any(_ text: String, in attributes: [String]? = nil) -> FullTextQuery {
    FullTextQuery(.any, text, in: attributes)
  }

  /// Objects with all the words of a text, of which the last may be the beginning of one: for searching while people
  /// type.
  public static func prefix(_ text: String, in attributes: [String]? = nil) -> FullTextQuery {
    FullTextQuery(.prefix, text, in: attributes)
  }

  /// Objects with the words of a text next to each other, in this order.
  public static func phrase(_ text: String, in attributes: [String]? = nil) -> FullTextQuery {
    FullTextQuery(.phrase, text, in: attributes)
  }

  /// Objects that an expression in FTS5's own syntax selects: https://sqlite.org/fts5.html#full_text_query_syntax
  ///
  /// An expression that is none throws `QueryError` with code `fullText` when the request is run.
  public static func expression(_ expression: String, in attributes: [String]? = nil) -> FullTextQuery {
    FullTextQuery(.expression, expression, in: attributes)
  }
}

extension FullTextQuery {
  /// The query in FTS5's syntax, about an entity's attributes.
  ///
  /// - Throws: ``QueryError`` where the entity has no full-text index, or not of the attributes.
  package func resolvedMatch(
    in entity: ResolvedEntity, model: ResolvedModel
  ) throws(QueryError) -> String {
    let declared = model.fullTextAttributes(of: entity)
    if declared.isEmpty {
      throw QueryError(
        .unsupported,
        "\(entity.name) has no full-text index; declare one in the model: \"fullText\": [\"…\"]",
        entity: entity.name)
    }
    if attributes?.isEmpty == true {
      throw QueryError(.arguments, "a full-text search of no attributes", entity: entity.name)
    }
    for name in attributes ?? [] where !declared.contains(name) {
      throw QueryError(
        .unknownKey, "the full-text index of \(entity.name) has no attribute \"\(name)\"", keyPath: name,
        entity: entity.name, suggestion: NearName.of(name, in: declared))
    }
    let all = model.fullText(ofRoot: entity.rootName)?.columns.map(\.name) ?? []
    let wanted = attributes ?? declared
    return try match(in: Set(wanted) == Set(all) ? nil : wanted)
  }

  /// The query in FTS5's syntax.
  ///
  /// - Parameter columns: those that are searched; nil for all.
  /// - Throws: ``QueryError`` for too many words and expressions that are too long.
  func match(in columns: [String]?) throws(QueryError) -> String {
    // SQLite takes the text to end at a NUL.
    let text = String(String.UnicodeScalarView(text.unicodeScalars.map { $0 == "\0" ? " " : $0 }))
    let expression: String
    switch form {
    case .all: expression = try words(text).joined(separator: " ")
    case .any: expression = try words(text).joined(separator: " OR ")
    case .prefix:
      let words = try words(text)
      expression = words.joined(separator: " ") + (words.isEmpty ? "" : " *")
    case .phrase:
      if text.utf8.count > Self.expressionLimit { throw tooLong }
      expression = Self.quote(text)
    case .expression:
      if text.utf8.count > Self.expressionLimit { throw tooLong }
      // What stands in it must not end the parentheses around it.
      if !Self.isBalanced(text) {
        throw QueryError(.fullText, "the full-text search is malformed: its parentheses do not match")
      }
      expression = text
    }
    let whole = expression.isEmpty ? "\"\"" : expression
    guard let columns else { return whole }
    return "{\(columns.map(Self.quote).joined(separator: " "))} : (\(whole))"
  }

  private func words(_ text: String) throws(QueryError) -> [String] {
    if text.utf8.count > Self.expressionLimit { throw tooLong }
    let words = text.split(whereSeparator: \.isWhitespace)
    if words.count > Self.wordLimit {
      throw QueryError(.tooComplex, "a full-text search has at most \(Self.wordLimit) words")
    }
    return words.map { Self.quote(String($0)) }
  }

  private var tooLong: QueryError {
    QueryError(.tooComplex, "a full-text search has at most \(Self.expressionLimit) bytes")
  }

  private static func isBalanced(_ expression: String) -> Bool {
    var depth = 0
    var isQuoted = false
    for byte in expression.utf8 {
      switch byte {
      case UInt8(ascii: "\""): isQuoted.toggle()
      case UInt8(ascii: "(") where !isQuoted: depth += 1
      case UInt8(ascii: ")") where !isQuoted:
        depth -= 1
        if depth < 0 { return false }
      default: break
      }
    }
    return depth == 0 && !isQuoted
  }

  /// A string of FTS5: nothing in it is syntax.
  private static func quote(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      if scalar == "\"" { result.unicodeScalars.append(scalar) }
      result.unicodeScalars.append(scalar)
    }
    return result + "\""
  }
}

extension QueryPredicate {
  /// Whether the words of an object's texts meet a search, by the full-text index that its entity declares.
  ///
  /// It can be combined with other conditions. Unsaved objects are judged too, by SQLite's own tokenizer.
  public static func fullText(_ query: FullTextQuery) -> QueryPredicate {
    QueryPredicate(.fullText(query), depth: 1)
  }

  /// Whether an object's texts have all the words of a text.
  public static func fullText(_ words: String) -> QueryPredicate { fullText(.all(words)) }
}
