import Foundation
import GraphValues

/// Writes predicates as canonical format text.
enum FormatWriter {
  static func text(_ node: PredicateNode) -> String {
    switch node {
    case .constant(let value): value ? "TRUEPREDICATE" : "FALSEPREDICATE"
    case .comparison(let comparison): text(comparison)
    case .and(let nodes):
      nodes.map { part($0) { if case .or = $0 { true } else { false } } }.joined(separator: " AND ")
    case .or(let nodes): nodes.map { text($0) }.joined(separator: " OR ")
    case .not(let node): "NOT (\(text(node)))"
    case .fullText(let query): "FALSEPREDICATE /* full text \(JSONText.quote(query.text)) */"
    case .spatial(let query): "FALSEPREDICATE /* spatial index \(query.index) */"
    case .invalid(let error): "FALSEPREDICATE /* \(error.message) */"
    }
  }

  private static func part(_ node: PredicateNode, _ needsParentheses: (PredicateNode) -> Bool) -> String {
    needsParentheses(node) ? "(\(text(node)))" : text(node)
  }

  private static func text(_ comparison: Comparison) -> String {
    let options = comparison.options.isEmpty ? "" : "[\(comparison.options.letters)]"
    let quantifier = comparison.quantifier.map { "\($0.rawValue) " } ?? ""
    return quantifier
      + "\(text(comparison.left)) \(comparison.comparison.text)\(options) \(text(comparison.right))"
  }

  static func text(_ expression: QueryExpression) -> String {
    switch expression {
    case .object: "SELF"
    case .keyPath(let path): text(path)
    case .aggregate(let aggregate): text(aggregate)
    case .literal(let value): text(value)
    case .range(let lower, let upper, _): "{\(text(lower)), \(text(upper))}"
    case .variable(let name): "$\(name)"
    case .list(let elements): "{\(elements.map { text($0) }.joined(separator: ", "))}"
    case .function(let function, let arguments): FunctionFormat.text(function, arguments)
    case .conditional(let node, let first, let second):
      "TERNARY(\(text(node)), \(text(first)), \(text(second)))"
    case .invalid(let error): "nil /* \(error.message) */"
    }
  }

  /// An expression, in parentheses where it binds less tightly than what stands around it.
  static func text(_ expression: QueryExpression, atLeast precedence: Int) -> String {
    let text = text(expression)
    return FunctionFormat.precedence(of: expression) < precedence ? "(\(text))" : text
  }

  /// - Parameter quoting: whether names that could be read otherwise are marked.
  static func text(_ path: PropertyPath, quoting: Bool = true) -> String {
    var result = path.variable.map { "$\($0)" } ?? path.object.map { text(.reference($0)) } ?? ""
    for name in path.names {
      if PropertyPath.position(name) != nil, !result.isEmpty {
        result += name
      } else {
        result += (result.isEmpty ? "" : ".") + (quoting ? self.name(name) : name)
      }
    }
    return result
  }

  private static func text(_ aggregate: CollectionAggregate) -> String {
    let collection = text(aggregate.collection)
    let members =
      aggregate.filter.map { "SUBQUERY(\(collection), $\($0.variable), \(text($0.node)))" } ?? collection
    let function = "@\(aggregate.function.plain.rawValue)"
    let value = aggregate.value.map { text($0) }
    if aggregate.function.isDistinct {
      return "\(members).@distinctUnionOfObjects.\(value ?? "self").\(function)"
    }
    // No property stands behind a count.
    if aggregate.function == .count, let value { return "\(members).@unionOfObjects.\(value).\(function)" }
    return "\(members).\(function)" + (value.map { ".\($0)" } ?? "")
  }

  static func text(_ value: AttributeValue) -> String {
    switch value {
    case .null: "nil"
    case .bool(let value): value ? "TRUE" : "FALSE"
    case .int(let value): String(value)
    case .double(let value):
      value.isFinite && isPlain(value)
        ? value.description : "CAST(\(JSONText.quote(value.description)), \"Double\")"
    case .decimal(let value): "CAST(\(JSONText.quote(value.description)), \"NSDecimalNumber\")"
    case .string(let value): JSONText.quote(value)
    case .date(let value):
      "CAST(\(JSONText.quote(value.timeIntervalSinceReferenceDate.description)), \"NSDate\")"
    case .data(let value): "CAST(\(JSONText.quote(value.base64EncodedString())), \"NSData\")"
    case .uuid(let value): "CAST(\(JSONText.quote(value.uuidString)), \"NSUUID\")"
    case .url(let value): "CAST(\(JSONText.quote(value.absoluteString)), \"NSURL\")"
    case .codable(let value): "CAST(\(JSONText.quote(value.base64EncodedString())), \"Codable\")"
    case .array(let values): "{\(values.map { text($0) }.joined(separator: ", "))}"
    case .reference(let id): "CAST(\(JSONText.quote(id.uriRepresentation.absoluteString)), \"ObjectID\")"
    }
  }

  /// Whether the number's own text is read back as a double: one of many digits is read as a decimal.
  private static func isPlain(_ value: Double) -> Bool {
    value.description.utf8.prefix { $0 | 0x20 != UInt8(ascii: "e") }.filter { $0 >= 0x30 && $0 <= 0x39 }.count
      <= 15
  }

  private static let keywords: Set<String> = [
    "AND", "OR", "NOT", "IN", "BETWEEN", "CONTAINS", "BEGINSWITH", "ENDSWITH", "LIKE", "MATCHES", "ANY",
    "SOME",
    "ALL", "NONE", "TRUEPREDICATE", "FALSEPREDICATE", "NULL", "NIL", "TRUE", "FALSE", "YES", "NO", "SELF",
    "CAST",
    "SUBQUERY", "TERNARY", "FUNCTION", "UNION", "INTERSECT", "MINUS",
  ]

  private static func name(_ name: String) -> String {
    let isPlain =
      !name.isEmpty && !(0x30...0x39).contains(name.utf8.first ?? 0)
      && name.utf8.allSatisfy { byte in
        byte >= 0x80 || byte == UInt8(ascii: "_") || (0x30...0x39).contains(byte)
          || (0x61...0x7A).contains(byte | 0x20)
      }
    if !isPlain { return "`\(name)`" }
    return keywords.contains(name.uppercased()) ? "#\(name)" : name
  }
}

extension QueryPredicate: CustomStringConvertible {
  /// The predicate in the format language; reading it back gives an equal predicate.
  public var description: String { FormatWriter.text(node) }
}
