import Foundation
package import GraphValues

extension ValueFunction {
  /// What the function makes of values, none of which is nil: the one code that memory and SQL share.
  ///
  /// Booleans count as 0 and 1, moments as seconds since the reference date, URLs as their texts.
  /// - Parameters:
  ///   - arguments: as many as the function takes, of kinds that it takes together.
  ///   - kind: what the result is; decides whether seconds are a moment.
  /// - Throws: ``QueryError`` where integers overflow, or a number is divided by zero that has no infinity.
  package func result(
    _ arguments: [AttributeValue], _ kind: QueryColumn.Kind
  ) throws(QueryError) -> AttributeValue {
    let result = try result(arguments.map { Self.plain($0) })
    if kind == .date, case .double(let seconds) = result {
      return .date(Date(timeIntervalSinceReferenceDate: seconds))
    }
    return result
  }

  /// As ``result(_:_:)``, of values as a store has them.
  package func result(_ arguments: [AttributeValue]) throws(QueryError) -> AttributeValue {
    guard let first = arguments.first else { return .null }
    switch self {
    case .add, .subtract, .multiply, .divide, .remainder, .power:
      var result = first
      for argument in arguments.dropFirst() {
        result = try ValueArithmetic.result(self, result, argument)
        if result.isNull { return .null }
      }
      return result
    case .negate, .absolute, .floor, .ceiling, .truncate, .squareRoot, .exponential, .logarithm,
      .decimalLogarithm:
      return try ValueArithmetic.result(self, first)
    case .bitAnd, .bitOr, .bitXor, .shiftLeft, .shiftRight:
      guard case .int(let left) = first, arguments.count == 2, case .int(let right) = arguments[1] else {
        return .null
      }
      return .int(bits(left, right))
    case .bitNot:
      guard case .int(let value) = first else { return .null }
      return .int(~value)
    case .lowercase, .uppercase, .length, .characterCount, .canonical:
      guard case .string(let text) = first else { return .null }
      return self.text(text)
    case .coalesce, .now: return first
    case .toInteger, .toDouble, .toDecimal, .toText, .toDate: return ValueCast.result(self, first)
    }
  }

  private static func plain(_ value: AttributeValue) -> AttributeValue {
    switch value {
    case .bool(let flag): .int(flag ? 1 : 0)
    case .date(let date): .double(date.timeIntervalSinceReferenceDate)
    case .url(let url): .string(url.absoluteString)
    // SQLite keeps no negative zero.
    case .double(0): .double(0)
    default: value
    }
  }

  private func bits(_ left: Int64, _ right: Int64) -> Int64 {
    switch self {
    case .bitAnd: left & right
    case .bitOr: left | right
    case .bitXor: left ^ right
    case .shiftLeft: left << right
    default: left >> right
    }
  }

  private func text(_ text: String) -> AttributeValue {
    switch self {
    case .lowercase: .string(text.lowercased())
    case .uppercase: .string(text.uppercased())
    case .length: .int(Int64(text.utf16.count))
    case .characterCount: .int(Int64(text.count))
    default: .string(TextFolding.fold(text, [.caseInsensitive, .diacriticInsensitive]))
    }
  }
}
