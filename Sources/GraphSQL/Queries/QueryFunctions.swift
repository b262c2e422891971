import GraphQuery
import GraphValues
package import SQLSyntax

/// A function that the SQL of queries calls.
package struct QueryFunction {
  /// What the function does.
  package enum Body {
    /// A predicate on the UTF-8 bytes of two texts; NULL where one is.
    case textPredicate((UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>) throws -> Bool)
    /// A function of one value; NULL stays NULL.
    case value((SQLValue) throws -> SQLValue)
    /// A function of any number of values.
    case values(([SQLValue]) throws -> SQLValue)
    /// A function of a group of values.
    case aggregate(() -> any QueryAggregate)
  }

  package let name: String
  package let body: Body
}

/// The functions that the SQL of queries calls; every connection needs its own.
///
/// They are deterministic, and no schema may name them. Memory evaluates with the very same code.
package enum QueryFunctions {
  private static let allOptions: [StringComparisonOptions] = [
    .normalized, .caseInsensitive, .diacriticInsensitive, [.caseInsensitive, .diacriticInsensitive],
  ]

  /// New functions for a connection.
  ///
  /// They keep what they last made of a pattern, so that two connections must not share them.
  package static func forConnection() -> [QueryFunction] {
    var result: [QueryFunction] = []
    for test in [TextTest.beginsWith, .endsWith, .like, .matches] { result.append(predicate(test, [])) }
    for options in allOptions {
      for test in [TextTest.equal, .contains, .beginsWith, .endsWith, .like, .matches] {
        result.append(predicate(test, options))
      }
      result.append(QueryFunction(name: foldName(options), body: .value { fold($0, options) }))
    }
    result.append(QueryFunction(name: "graphstore_real", body: .value(real)))
    result.append(QueryFunction(name: "graphstore_numeric", body: .value(numeric)))
    result.append(QueryFunction(name: "graphstore_text", body: .value(text)))
    result.append(QueryFunction(name: "graphstore_blob", body: .value(blob)))
    for (kind, type) in arrayTypes {
      guard let name = elementsName(kind) else { continue }
      result.append(QueryFunction(name: name, body: .value { elements($0, type) }))
    }
    return result + ValueFunctions.forConnection() + DecimalAggregate.forConnection()
  }

  private static func predicate(_ test: TextTest, _ options: StringComparisonOptions) -> QueryFunction {
    let name = name(test, options)
    if test == .like {
      let cache = LikePatternCache(options)
      return QueryFunction(name: name, body: .textPredicate { cache.matches($0, pattern: $1) })
    }
    return QueryFunction(
      name: name,
      body: .textPredicate { text, operand in try TextMatching.holds(test, options, text, folded: operand) })
  }

  // MARK: Names

  static func name(_ test: TextTest, _ options: StringComparisonOptions) -> String {
    let base =
      switch test {
      case .contains: "contains"
      case .beginsWith: "begins_with"
      case .endsWith: "ends_with"
      case .like: "like"
      case .matches: "matches"
      default: "equal"
      }
    return "graphstore_\(base)\(options.isEmpty ? "" : "_" + options.letters)"
  }

  private static func foldName(_ options: StringComparisonOptions) -> String {
    "graphstore_fold_\(options.letters)"
  }

  /// A call that folds a text.
  static func fold(_ options: StringComparisonOptions, _ text: String) -> String {
    let folds = options.subtracting(.numeric)
    let folded = folds.isEmpty ? text : "\(foldName(folds))(\(text))"
    return options.contains(.numeric) ? "graphstore_numeric(\(folded))" : folded
  }

  /// A call that brings an element of a list back from JSON.
  static func listElement(_ column: QueryColumn, _ element: String) -> String {
    switch column.kind {
    case .bool, .int16, .int32, .int64, .reference, .object: element
    case .double, .float, .date: "graphstore_real(\(element))"
    case .string, .url, .codable, .array: "graphstore_text(\(element))"
    case .data, .uuid, .external: "graphstore_blob(\(element))"
    case .decimal: column.scale == nil ? "graphstore_blob(\(element))" : element
    }
  }

  /// The elements of an array attribute as JSON for `json_each`, which ``listElement(_:_:)`` brings back: JSON's own
  /// numbers and texts would lose digits, and what follows a NUL.
  static func elements(_ element: QueryColumn, of text: String) -> String {
    elementsName(element.kind).map { "\($0)(\(text))" } ?? text
  }

  private static func elementsName(_ kind: QueryColumn.Kind) -> String? {
    arrayTypes.first { $0.kind == kind }.map { "graphstore_elements_\($0.type.rawValue)" }
  }

  /// The kinds of elements that JSON does not hold exactly.
  private static let arrayTypes: [(kind: QueryColumn.Kind, type: AttributeType)] = [
    (.string, .string), (.url, .url), (.double, .double), (.float, .float), (.date, .date),
    (.decimal, .decimal), (.uuid, .uuid), (.data, .data), (.codable, .codable),
  ]

  private static func elements(_ value: SQLValue, _ type: AttributeType) -> SQLValue {
    guard case .text(let text) = value,
      let elements = AttributeCodec(type: type, isArray: true).elements(ofJSON: text)
    else { return .null }
    return .text(ListParameter.json(.array(elements), scale: nil))
  }

  // MARK: Bodies

  private static func fold(_ value: SQLValue, _ options: StringComparisonOptions) -> SQLValue {
    guard case .text(let text) = value else { return .null }
    return .text(TextFolding.fold(text, options))
  }

  private static func numeric(_ value: SQLValue) -> SQLValue {
    guard case .text(let text) = value else { return .null }
    return .blob([UInt8](NumericOrder.key(text)))
  }

  private static func real(_ value: SQLValue) -> SQLValue {
    guard case .integer(let bits) = value else { return .null }
    return .real(Double(bitPattern: UInt64(bitPattern: bits)))
  }

  private static func text(_ value: SQLValue) -> SQLValue {
    guard case .text(let digits) = value, let bytes = ListParameter.bytes(digits) else { return .null }
    return .text(String(decoding: bytes, as: UTF8.self))
  }

  private static func blob(_ value: SQLValue) -> SQLValue {
    guard case .text(let digits) = value, let bytes = ListParameter.bytes(digits) else { return .null }
    return .blob(bytes)
  }
}

/// Keeps the pattern of the last call: a scan calls with the same one for every row.
private final class LikePatternCache {
  private let options: StringComparisonOptions
  private var bytes: [UInt8] = []
  private var pattern: LikePattern

  init(_ options: StringComparisonOptions) {
    self.options = options
    pattern = LikePattern(UnsafeBufferPointer(start: nil, count: 0), options)
  }

  func matches(_ text: UnsafeBufferPointer<UInt8>, pattern operand: UnsafeBufferPointer<UInt8>) -> Bool {
    if !bytes.elementsEqual(operand) {
      bytes = Array(operand)
      pattern = LikePattern(operand, options)
    }
    let pattern = pattern
    return TextFolding.withFolded(text, options) { pattern.matches($0) }
  }
}
