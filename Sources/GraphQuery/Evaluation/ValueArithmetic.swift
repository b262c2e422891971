import Foundation
import GraphValues

/// Arithmetic of two numbers of one kind, or of one.
///
/// Integers overflow with an error, neither wrapping nor turning into floating point. What is no number is nil, as
/// SQLite has it.
enum ValueArithmetic {
  static func result(
    _ function: ValueFunction, _ left: AttributeValue, _ right: AttributeValue
  ) throws(QueryError) -> AttributeValue {
    switch (left, right) {
    case (.int(let left), .int(let right)): return .int(try integer(function, left, right))
    case (.double(let left), .double(let right)): return value(real(function, left, right))
    case (.decimal(let left), .decimal(let right)): return .decimal(try decimal(function, left, right))
    case (.string(let left), .string(let right)) where function == .add: return .string(left + right)
    default: return .null
    }
  }

  static func result(
    _ function: ValueFunction, _ argument: AttributeValue
  ) throws(QueryError) -> AttributeValue {
    switch argument {
    case .int(let number):
      switch function {
      case .negate, .absolute:
        if function == .absolute, number >= 0 { return argument }
        let (value, overflow) = Int64(0).subtractingReportingOverflow(number)
        if overflow { throw overflowing }
        return .int(value)
      default: return argument
      }
    case .double(let number): return value(real(function, number))
    case .decimal(let number):
      switch function {
      case .negate: return .decimal(-number)
      case .absolute: return .decimal(number.magnitude)
      case .floor: return .decimal(rounded(number, .down))
      case .ceiling: return .decimal(rounded(number, .up))
      case .truncate: return .decimal(rounded(number, number < 0 ? .up : .down))
      default: return .null
      }
    default: return .null
    }
  }

  private static let overflowing = QueryError(.arguments, "integer arithmetic overflows 64 bits")

  /// Adding 0 makes the negative zero, which SQLite does not keep, a plain one.
  private static func value(_ number: Double) -> AttributeValue {
    number.isNaN ? .null : .double(number + 0)
  }

  private static func integer(
    _ function: ValueFunction, _ left: Int64, _ right: Int64
  ) throws(QueryError) -> Int64 {
    if right == 0, function == .divide || function == .remainder {
      throw QueryError(.arguments, "an integer is divided by zero")
    }
    let (value, overflow) =
      switch function {
      case .add: left.addingReportingOverflow(right)
      case .subtract: left.subtractingReportingOverflow(right)
      case .multiply: left.multipliedReportingOverflow(by: right)
      case .divide: left.dividedReportingOverflow(by: right)
      default: left.remainderReportingOverflow(dividingBy: right)
      }
    if overflow { throw overflowing }
    return value
  }

  private static func real(_ function: ValueFunction, _ left: Double, _ right: Double) -> Double {
    switch function {
    case .add: left + right
    case .subtract: left - right
    case .multiply: left * right
    case .divide: left / right
    case .remainder: left.truncatingRemainder(dividingBy: right)
    default: pow(left, right)
    }
  }

  private static func real(_ function: ValueFunction, _ number: Double) -> Double {
    switch function {
    case .negate: -number
    case .absolute: number.magnitude
    case .floor: number.rounded(.down)
    case .ceiling: number.rounded(.up)
    case .truncate: number.rounded(.towardZero)
    case .squareRoot: number.squareRoot()
    case .exponential: exp(number)
    case .logarithm: log(number)
    default: log10(number)
    }
  }

  private static func decimal(
    _ function: ValueFunction, _ left: Decimal, _ right: Decimal
  ) throws(QueryError) -> Decimal {
    if function == .divide, right.isZero { throw QueryError(.arguments, "a decimal is divided by zero") }
    let result =
      switch function {
      case .add: left + right
      case .subtract: left - right
      case .multiply: left * right
      default: left / right
      }
    if result.isNaN { throw QueryError(.arguments, "decimal arithmetic leaves the range of decimals") }
    return result
  }

  private static func rounded(_ number: Decimal, _ mode: NSDecimalNumber.RoundingMode) -> Decimal {
    var number = number
    var result = Decimal()
    NSDecimalRound(&result, &number, 0, mode)
    return result
  }
}
