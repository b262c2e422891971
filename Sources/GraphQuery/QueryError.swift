/// What is wrong with a predicate or a sort key.
///
/// Errors of text show the place under the text:
///
/// ```text
/// unknown attribute "newsidd" of GifModel; did you mean "newsid"?
///   newsidd > 10
///   ^
/// ```
///
/// Argument values stay out of the message; what stands in the text itself is shown.
public struct QueryError: Error, Sendable, Hashable {
  /// The kind of mistake; new kinds may come.
  public struct Code: RawRepresentable, Sendable, Hashable {
    /// The code's name.
    public let rawValue: String

    /// A code of a name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The format text breaks the grammar.
    public static let syntax = Code(rawValue: "syntax")
    /// A piece of the language that this version does not do yet.
    public static let unsupported = Code(rawValue: "unsupported")
    /// The arguments do not fit the placeholders in number or kind.
    public static let arguments = Code(rawValue: "arguments")
    /// A `$variable` has no value.
    public static let missingVariable = Code(rawValue: "missingVariable")
    /// The entity has no property of the name.
    public static let unknownKey = Code(rawValue: "unknownKey")
    /// A value cannot be compared with the property's type.
    public static let typeMismatch = Code(rawValue: "typeMismatch")
    /// The predicate is too long, too deep or has too many terms.
    public static let tooComplex = Code(rawValue: "tooComplex")
    /// A regular expression is malformed.
    public static let regularExpression = Code(rawValue: "regularExpression")
    /// An expression of a full-text search is malformed.
    public static let fullText = Code(rawValue: "fullText")
    /// A regular expression took too long.
    public static let timeout = Code(rawValue: "timeout")
  }

  /// The kind of mistake.
  public let code: Code
  /// What is wrong, for a person.
  public let message: String
  /// The format text, where the predicate came from one.
  public internal(set) var text: String?
  /// The place in ``text`` as an offset of UTF-8 bytes.
  public internal(set) var position: Int?
  /// The key path that the mistake is about.
  public let keyPath: String?
  /// The name of the entity that the predicate was resolved against.
  public let entity: String?
  /// A name that may have been meant.
  public let suggestion: String?

  package init(
    _ code: Code, _ message: String, text: String? = nil, position: Int? = nil, keyPath: String? = nil,
    entity: String? = nil, suggestion: String? = nil
  ) {
    self.code = code
    self.message = message
    self.text = text
    self.position = position
    self.keyPath = keyPath
    self.entity = entity
    self.suggestion = suggestion
  }

  /// The same with the key path that it is about.
  func about(_ keyPath: String) -> QueryError {
    QueryError(
      code, message, text: text, position: position, keyPath: keyPath, entity: entity,
      suggestion: suggestion)
  }

  func at(_ place: SourcePlace) -> QueryError {
    guard text == nil, let source = place.source else { return self }
    var result = self
    result.text = source.text
    result.position = place.offset
    return result
  }
}

extension QueryError: CustomStringConvertible {
  /// The message, and the text with a caret under the place.
  public var description: String {
    var result = message
    if let suggestion { result += "; did you mean \"\(suggestion)\"?" }
    guard let text, let position else { return result }
    let excerpt = TextExcerpt(text, around: position)
    return result + "\n  " + excerpt.line + "\n  " + excerpt.caretLine
  }
}
