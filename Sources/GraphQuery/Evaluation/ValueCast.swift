import Foundation
import GraphValues

/// Values as values of another kind; nil where there is none that is the same.
enum ValueCast {
  static func result(_ function: ValueFunction, _ value: AttributeValue) -> AttributeValue {
    switch function {
    case .toInteger: integer(value)
    case .toDouble: real(value)
    case .toDecimal: decimal(value)
    case .toText: text(value)
    default: value
    }
  }

  private static func integer(_ value: AttributeValue) -> AttributeValue {
    switch value {
    case .int: return value
    case .double(let number): return Int64(exactly: number.rounded(.towardZero)).map { .int($0) } ?? .null
    case .decimal(var number):
      var whole = Decimal()
      NSDecimalRound(&whole, &number, 0, number < 0 ? .up : .down)
      return DecimalCoding.scaled(whole, by: 0).map { .int($0) } ?? .null
    case .string(let text): return Int64(text).map { .int($0) } ?? .null
    default: return .null
    }
  }

  private static func real(_ value: AttributeValue) -> AttributeValue {
    switch value {
    case .int(let number): return .double(Double(number))
    case .double: return value
    case .decimal(let number): return Double(number.description).map { .double($0) } ?? .null
    case .string(let text):
      guard let number = Double(text), !number.isNaN else { return .null }
      return .double(number)
    default: return .null
    }
  }

  private static func decimal(_ value: AttributeValue) -> AttributeValue {
    switch value {
    case .int(let number): return .decimal(Decimal(number))
    case .decimal: return value
    // Its shortest text says which decimal is meant.
    case .double(let number): return number.isFinite ? decimal(number.description) : .null
    case .string(let text): return decimal(text)
    default: return .null
    }
  }

  private static func decimal(_ text: String) -> AttributeValue {
    guard let number = Double(text), number.isFinite,
      let value = Decimal(string: text, locale: Locale(identifier: "en_US_POSIX")), !value.isNaN
    else { return .null }
    return .decimal(value)
  }

  private static func text(_ value: AttributeValue) -> AttributeValue {
    switch value {
    case .int(let number): .string(String(number))
    case .double(let number): .string(number.description)
    case .decimal(let number): .string(number.description)
    default: value
    }
  }
}
