import Foundation
import GraphValues

/// The tests on texts, the same functions for memory and SQL.
///
/// The text is given as it is stored; the operand has been folded already by the same options
/// (``TextFolding/fold(_:_:)``), except for MATCHES, whose patterns are not folded.
package enum TextMatching {
  /// Whether the test holds between the bytes of a text and a folded operand.
  ///
  /// - Throws: ``QueryError`` where a regular expression is malformed or takes too long.
  package static func holds(
    _ test: TextTest, _ options: StringComparisonOptions, _ text: UnsafeBufferPointer<UInt8>,
    folded operand: UnsafeBufferPointer<UInt8>
  ) throws(QueryError) -> Bool {
    if test == .matches { return try RegularExpressions.matches(text, pattern: operand, options) }
    if test == .like {
      let pattern = LikePattern(operand, options)
      return TextFolding.withFolded(text, options) { pattern.matches($0) }
    }
    if test == .contains, !options.isEmpty, let found = StreamingSearch.contains(text, operand, options) {
      return found
    }
    return TextFolding.withFolded(text, options) { holds(test, options, folded: $0, operand) }
  }

  /// Whether the test holds between a text and a folded operand; false where one is null, except for "not equal".
  static func holds(
    _ test: TextTest, _ options: StringComparisonOptions, _ text: AttributeValue,
    folded operand: AttributeValue
  ) throws(QueryError) -> Bool {
    switch (text, operand) {
    case (.string(let text), .string(let operand)):
      return try holds(test, options, text, folded: operand)
    case (.url(let text), .string(let operand)):
      return try holds(test, options, text.absoluteString, folded: operand)
    case (.null, .null): return test == .equal
    default: return test == .notEqual
    }
  }

  static func holds(
    _ test: TextTest, _ options: StringComparisonOptions, _ text: String, folded operand: String
  ) throws(QueryError) -> Bool {
    var text = text
    var operand = operand
    // The standard library's closures know no typed errors.
    do {
      return try text.withUTF8 { text in
        try operand.withUTF8 { operand in try holds(test, options, text, folded: operand) }
      }
    } catch let error as QueryError {
      throw error
    } catch {
      throw QueryError(.regularExpression, String(describing: error))
    }
  }

  /// Whether the test holds between two texts as they are.
  static func holds(
    _ test: TextTest, _ options: StringComparisonOptions, _ text: String, _ operand: String
  ) throws(QueryError) -> Bool {
    let operand = test == .matches ? operand : TextFolding.fold(operand, options)
    return try holds(test, options, text, folded: operand)
  }

  private static func holds(
    _ test: TextTest, _ options: StringComparisonOptions, folded text: UnsafeBufferPointer<UInt8>,
    _ operand: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    switch test {
    case .contains: return contains(text, operand, options)
    case .beginsWith:
      return text.count >= operand.count && hasBytes(text, at: 0, operand)
        && isBoundary(text, operand.count, options)
    case .endsWith:
      return text.count >= operand.count && hasBytes(text, at: text.count - operand.count, operand)
    case .equal, .notEqual:
      return (text.count == operand.count && hasBytes(text, at: 0, operand)) == (test == .equal)
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      let order = ValueOrder.compare(UnsafeRawBufferPointer(text), UnsafeRawBufferPointer(operand))
      return test.relation?.holds(order) ?? false
    case .like, .matches: return false
    }
  }

  private static func contains(
    _ text: UnsafeBufferPointer<UInt8>, _ operand: UnsafeBufferPointer<UInt8>,
    _ options: StringComparisonOptions
  ) -> Bool {
    if operand.isEmpty { return true }
    guard let start = text.baseAddress, let needle = operand.baseAddress else { return false }
    let pivot = pivot(operand)
    var from = 0
    while text.count - from >= operand.count {
      guard let place = find(needle, operand.count, pivot, in: start, from: from, to: text.count) else {
        return false
      }
      if isBoundary(text, place + operand.count, options) { return true }
      from = place + 1
    }
    return false
  }

  /// The first place at or after another where the needle stands; looks for its pivot byte first.
  private static func find(
    _ needle: UnsafePointer<UInt8>, _ size: Int, _ pivot: Int, in text: UnsafePointer<UInt8>, from: Int,
    to end: Int
  ) -> Int? {
    var index = from + pivot
    let last = end - size + pivot
    while index <= last {
      guard let found = memchr(text + index, Int32(needle[pivot]), last - index + 1) else { return nil }
      index = UnsafeRawPointer(found) - UnsafeRawPointer(text)
      if memcmp(text + (index - pivot), needle, size) == 0 { return index - pivot }
      index += 1
    }
    return nil
  }

  /// The place of a byte of the needle that is rare in most texts: not the first byte of a character beyond ASCII,
  /// which a whole script shares, nor one of the commonest letters.
  private static func pivot(_ needle: UnsafeBufferPointer<UInt8>) -> Int {
    let isRare: (UInt8) -> Bool = { $0 < 0xC0 && !" eariotnsEARIOTNS".utf8.contains($0) }
    return needle.prefix(16).firstIndex(where: isRare) ?? 0
  }

  @inline(__always)
  private static func hasBytes(
    _ text: UnsafeBufferPointer<UInt8>, at offset: Int, _ operand: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    guard let start = text.baseAddress, let other = operand.baseAddress else { return operand.isEmpty }
    return memcmp(start + offset, other, operand.count) == 0
  }

  /// Whether a match may end at a place: decomposed, `é` begins with the bytes of `e`, but does not contain it.
  @inline(__always)
  private static func isBoundary(
    _ text: UnsafeBufferPointer<UInt8>, _ place: Int, _ options: StringComparisonOptions
  ) -> Bool {
    options.isEmpty || place == 0 || !UTF8Scalar.isMark(text, at: place)
  }
}
