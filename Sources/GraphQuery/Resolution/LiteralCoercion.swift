import Foundation
import GraphValues

/// What a constant is in an attribute's type.
enum CoercedLiteral {
  /// The same value.
  case exact(AttributeValue)
  /// A value between two of the type's: the greatest of the type that is smaller, nil where none is.
  case between(below: AttributeValue?)
  /// A value that equals none of the type's and is neither smaller nor larger: NaN, an object of another kind.
  case incomparable
}

/// Brings constants into the type of the attribute they are compared with, without changing what the comparison
/// means: `count < 5.5` over integers becomes `count <= 5`.
///
/// Binary and decimal numbers meet by the shortest decimal text of the binary one: 0.1 is 0.1 in both. A number
/// compared with a `float` is rounded to one, as Swift would round a literal.
enum LiteralCoercion {
  /// - Returns: nil where the value cannot be compared with the kind.
  static func coerce(_ value: AttributeValue, to column: QueryColumn) -> CoercedLiteral? {
    switch (column.kind, value) {
    case (.int16, .int), (.int32, .int), (.int64, .int): .exact(value)
    case (.bool, .bool), (.string, .string), (.date, .date), (.data, .data), (.uuid, .uuid),
      (.codable, .codable):
      notNaN(value)
    case (.url, .url(let url)): .exact(.string(url.absoluteString))
    case (.url, .string): .exact(value)
    case (.int16, _), (.int32, _), (.int64, _): integer(value)
    case (.double, _): double(value)
    case (.float, _): double(value).map { rounded($0) }
    case (.decimal, _): decimal(value, scale: column.scale)
    case (.bool, .int(let number)) where number == 0 || number == 1: .exact(.bool(number == 1))
    case (.uuid, .string(let text)): UUID(uuidString: text).map { .exact(.uuid($0)) }
    case (.date, .string(let text)): date(text).map { .exact(.date($0)) }
    default: nil
    }
  }

  private static func notNaN(_ value: AttributeValue) -> CoercedLiteral {
    if case .date(let date) = value, date.timeIntervalSinceReferenceDate.isNaN { return .incomparable }
    return .exact(value)
  }

  private static func integer(_ value: AttributeValue) -> CoercedLiteral? {
    switch value {
    case .bool(let flag): return .exact(.int(flag ? 1 : 0))
    case .double(let number):
      if let exact = Int64(exactly: number) { return .exact(.int(exact)) }
      if number.isNaN { return .incomparable }
      if let below = Int64(exactly: number.rounded(.down)) { return .between(below: .int(below)) }
      return .between(below: number > 0 ? .int(.max) : nil)
    case .decimal(let number):
      if number.isNaN { return .incomparable }
      if let exact = DecimalCoding.scaled(number, by: 0) { return .exact(.int(exact)) }
      if let below = DecimalCoding.scaled(floor(number, scale: 0), by: 0) {
        return .between(below: .int(below))
      }
      return .between(below: number > 0 ? .int(.max) : nil)
    default: return nil
    }
  }

  private static func double(_ value: AttributeValue) -> CoercedLiteral? {
    switch value {
    case .double(let number): return number.isNaN ? .incomparable : .exact(value)
    case .bool(let flag): return .exact(.double(flag ? 1 : 0))
    case .int(let number):
      if let exact = Double(exactly: number) { return .exact(.double(exact)) }
      let near = Double(number)
      // The nearest may be 2^63, which no Int64 is.
      let isAbove = Int64(exactly: near).map { $0 > number } ?? true
      return .between(below: .double(isAbove ? near.nextDown : near))
    case .decimal(let number):
      if number.isNaN { return .incomparable }
      return Double(number.description).map { .exact(.double($0)) }
    default: return nil
    }
  }

  private static func rounded(_ literal: CoercedLiteral) -> CoercedLiteral {
    guard case .exact(.double(let number)) = literal, number.isFinite, Float(number).isFinite else {
      return literal
    }
    return .exact(.double(Double(Float(number))))
  }

  private static func decimal(_ value: AttributeValue, scale: Int?) -> CoercedLiteral? {
    let number: Decimal
    switch value {
    case .decimal(let value): number = value
    case .int(let value): number = Decimal(value)
    case .bool(let flag): number = flag ? 1 : 0
    case .double(let value):
      if value.isNaN { return .incomparable }
      guard let exact = decimal(value) else {
        return .between(below: value > 0 ? greatest(scale: scale) : nil)
      }
      if exact.isZero, value != 0 { return .between(below: value > 0 ? .decimal(0) : .decimal(-tiny(scale))) }
      number = exact
    default: return nil
    }
    if number.isNaN { return .incomparable }
    guard let scale, DecimalCoding.scaled(number, by: scale) == nil else { return .exact(.decimal(number)) }
    let below = floor(number, scale: scale)
    if DecimalCoding.scaled(below, by: scale) != nil { return .between(below: .decimal(below)) }
    return .between(below: number > 0 ? greatest(scale: scale) : nil)
  }

  /// The decimal that a double's shortest text spells; nil beyond the decimals' range.
  private static func decimal(_ value: Double) -> Decimal? {
    guard value.isFinite, value.magnitude < 1e127 else { return nil }
    if value.magnitude < 1e-127 { return 0 }
    guard let result = Decimal(string: value.description, locale: Locale(identifier: "en_US_POSIX")),
      !result.isNaN
    else { return nil }
    return result
  }

  private static func greatest(scale: Int?) -> AttributeValue {
    .decimal(scale.map { DecimalCoding.unscaled(.max, by: $0) } ?? .greatestFiniteMagnitude)
  }

  private static func tiny(_ scale: Int?) -> Decimal {
    scale.map { DecimalCoding.unscaled(1, by: $0) } ?? .leastNonzeroMagnitude
  }

  private static func floor(_ value: Decimal, scale: Int) -> Decimal {
    var value = value
    var result = Decimal()
    NSDecimalRound(&result, &value, scale, .down)
    return result
  }

  /// Reads an ISO 8601 moment or day; without a time zone it is UTC.
  private static func date(_ text: String) -> Date? {
    // The parser has no limit of its own.
    guard text.utf8.count <= 40 else { return nil }
    let moment = Date.ISO8601FormatStyle()
    if let date = try? Date(text, strategy: moment) { return date }
    if let date = try? Date(
      text,
      strategy: moment.year().month().day().time(includingFractionalSeconds: true)
        .timeZone(separator: .omitted))
    {
      return date
    }
    return try? Date(text, strategy: moment.year().month().day())
  }
}
