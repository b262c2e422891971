import Foundation
import GraphValues

/// What is worked out from a list of constants when it is read.
///
/// nil does not count. Integers stay integers, except for means; with a decimal among them numbers are decimals.
enum ListFunction {
  case count, sum, minimum, maximum, average, median, mode, standardDeviation

  init(_ function: CollectionAggregate.Function) {
    self =
      switch function.plain {
      case .sum: .sum
      case .minimum: .minimum
      case .maximum: .maximum
      case .average: .average
      default: .count
      }
  }

  func result(_ elements: [AttributeValue]) throws(QueryError) -> AttributeValue {
    let values = elements.filter { !$0.isNull }
    switch self {
    case .count: return .int(Int64(elements.count))
    case .minimum, .maximum: return try extreme(values)
    default: break
    }
    let numbers = try Self.numbers(values)
    switch self {
    case .sum: return try Self.sum(numbers)
    case .average: return Self.quotient(try Self.sum(Self.fractions(numbers)), numbers.count)
    case .median: return try Self.median(numbers)
    case .mode: return Self.mode(numbers)
    default: return Self.deviation(numbers)
    }
  }

  private func extreme(_ values: [AttributeValue]) throws(QueryError) -> AttributeValue {
    guard var best = values.first else { return .null }
    let smaller = Comparison(.object, self == .minimum ? .less : .greater, .object)
    for value in values.dropFirst() where try ConstantComparison.holds(value, smaller, best) { best = value }
    return best
  }

  private static func numbers(_ values: [AttributeValue]) throws(QueryError) -> [AttributeValue] {
    var hasDecimal = false
    var hasDouble = false
    for value in values {
      switch value {
      case .int: break
      case .double: hasDouble = true
      case .decimal: hasDecimal = true
      default:
        throw QueryError(
          .typeMismatch, "this function takes a list of numbers, not \(value.phrase) among them")
      }
    }
    if !hasDecimal, !hasDouble { return values }
    return values.map { ValueCast.result(hasDecimal ? .toDecimal : .toDouble, $0) }.filter { !$0.isNull }
  }

  /// Integers as numbers that have means.
  private static func fractions(_ numbers: [AttributeValue]) -> [AttributeValue] {
    numbers.map { if case .int(let number) = $0 { .double(Double(number)) } else { $0 } }
  }

  private static func sum(_ numbers: [AttributeValue]) throws(QueryError) -> AttributeValue {
    numbers.isEmpty ? .int(0) : try ValueFunction.add.result(numbers)
  }

  private static func quotient(_ sum: AttributeValue, _ count: Int) -> AttributeValue {
    if count == 0 { return .null }
    return switch sum {
    case .double(let sum): .double(sum / Double(count))
    case .decimal(let sum): .decimal(sum / Decimal(count))
    default: .null
    }
  }

  private static func median(_ numbers: [AttributeValue]) throws(QueryError) -> AttributeValue {
    let sorted = numbers.sorted { (ValueOrder.compare($0, $1) ?? 0) < 0 }
    if sorted.isEmpty { return .null }
    let middle = sorted.count / 2
    if sorted.count % 2 == 1 { return sorted[middle] }
    return quotient(try sum(fractions([sorted[middle - 1], sorted[middle]])), 2)
  }

  /// The numbers that stand in the list most often, the smallest first.
  private static func mode(_ numbers: [AttributeValue]) -> AttributeValue {
    let sorted = numbers.sorted { (ValueOrder.compare($0, $1) ?? 0) < 0 }
    var counts: [(value: AttributeValue, count: Int)] = []
    for number in sorted {
      if let last = counts.last, ValueOrder.compare(last.value, number) == 0 {
        counts[counts.count - 1].count += 1
      } else {
        counts.append((number, 1))
      }
    }
    let most = counts.map(\.count).max() ?? 0
    return .array(counts.filter { $0.count == most }.map(\.value))
  }

  /// The deviation of the list as a whole, not of a sample.
  private static func deviation(_ numbers: [AttributeValue]) -> AttributeValue {
    if numbers.isEmpty { return .null }
    let values = numbers.map { number -> Double in
      if case .double(let value) = ValueCast.result(.toDouble, number) { value } else { 0 }
    }
    let mean = values.reduce(0, +) / Double(values.count)
    let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    let result = (squares / Double(values.count)).squareRoot()
    return result.isNaN ? .null : .double(result)
  }
}
