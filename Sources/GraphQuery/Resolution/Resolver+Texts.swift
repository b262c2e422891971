import Foundation
import GraphModel
import GraphValues

/// A text property searched for a constant text.
extension Resolver {
  mutating func textShape(
    _ column: QueryColumn, _ test: TextTest, _ comparison: Comparison, _ value: AttributeValue
  ) throws(QueryError) -> PredicateShape {
    if column.kind == .array {
      throw QueryError(
        .typeMismatch, "an array attribute is searched by CONTAINS, IN, ANY, ALL or NONE", entity: entity.name
      ).at(comparison.operatorPlace)
    }
    guard column.isText else { throw notText(column, comparison, value) }
    if value.isNull { return .constant(false) }
    guard let text = Self.text(value) else { throw notText(column, comparison, value) }
    let options = comparison.options
    switch test {
    case .matches:
      do throws(QueryError) {
        try RegularExpressions.check(text, options)
      } catch {
        throw error.at(comparison.rightPlace)
      }
      return .text(column, test, options, literal: add(.string(text)))
    case .contains, .beginsWith, .endsWith:
      // Every text contains the empty one.
      if text.isEmpty { return .isNotNull(column) }
    case .like where options.isEmpty: return like(column, text)
    default: break
    }
    return .text(column, test, options, literal: add(.string(TextFolding.fold(text, options))))
  }

  /// LIKE by what an index can serve, where the pattern allows.
  private mutating func like(_ column: QueryColumn, _ pattern: String) -> PredicateShape {
    switch LikeForm(pattern) {
    case .anything: return .isNotNull(column)
    case .equal(let text): return .compare(column, .equal, literal: add(.string(text)))
    case .beginsWith(let text): return .text(column, .beginsWith, [], literal: add(.string(text)))
    case .endsWith(let text): return .text(column, .endsWith, [], literal: add(.string(text)))
    case .contains(let text): return .text(column, .contains, [], literal: add(.string(text)))
    case .general(let prefix):
      if prefix.isEmpty { return .text(column, .like, [], literal: add(.string(pattern))) }
      return .and([
        .text(column, .beginsWith, [], literal: add(.string(prefix))),
        .text(column, .like, [], literal: add(.string(pattern))),
      ])
    }
  }
}

/// What a pattern of LIKE without options asks for.
enum LikeForm: Equatable {
  case anything
  case equal(String)
  case beginsWith(String)
  case endsWith(String)
  case contains(String)
  /// Anything else, of texts that begin with a prefix.
  case general(prefix: String)

  init(_ pattern: String) {
    var texts = [String.UnicodeScalarView()]
    var hasAny = false
    var prefix: String?
    var isEscaped = false
    for scalar in pattern.unicodeScalars {
      switch scalar {
      case "\\" where !isEscaped:
        isEscaped = true
        continue
      case "*" where !isEscaped:
        prefix = prefix ?? String(texts[0])
        // Runs that follow each other are one.
        if texts.count == 1 || texts.last?.isEmpty == false { texts.append(.init()) }
      case "?" where !isEscaped:
        prefix = prefix ?? String(texts[0])
        hasAny = true
      default: texts[texts.count - 1].append(scalar)
      }
      isEscaped = false
    }
    // A backslash at the end stands for itself.
    if isEscaped { texts[texts.count - 1].append("\\") }
    let parts = texts.map { String($0) }
    switch (hasAny, parts.count) {
    case (false, 1): self = .equal(parts[0])
    case (false, 2) where parts[0].isEmpty && parts[1].isEmpty: self = .anything
    case (false, 2) where parts[1].isEmpty: self = .beginsWith(parts[0])
    case (false, 2) where parts[0].isEmpty: self = .endsWith(parts[1])
    case (false, 3) where parts[0].isEmpty && parts[2].isEmpty: self = .contains(parts[1])
    default: self = .general(prefix: prefix ?? "")
    }
  }
}
