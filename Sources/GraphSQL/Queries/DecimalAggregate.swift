import Foundation
import GraphQuery
import GraphValues
package import SQLSyntax

/// What works out one group of an aggregate function.
package protocol QueryAggregate: AnyObject {
  /// Takes a row's value.
  func add(_ value: SQLValue) throws
  /// The result, after the last row.
  func result() throws -> SQLValue
}

/// Sums and means of decimals that have no declared scale, exactly.
final class DecimalAggregate: QueryAggregate {
  static let sumName = "graphstore_sum_decimal"
  static let averageName = "graphstore_average_decimal"

  private let isAverage: Bool
  private var sum = Decimal()
  private var count = 0

  private init(isAverage: Bool) { self.isAverage = isAverage }

  static func forConnection() -> [QueryFunction] {
    [
      QueryFunction(name: sumName, body: .aggregate { DecimalAggregate(isAverage: false) }),
      QueryFunction(name: averageName, body: .aggregate { DecimalAggregate(isAverage: true) }),
    ]
  }

  func add(_ value: SQLValue) throws {
    guard case .blob(let bytes) = value, let number = DecimalCoding.decode(bytes) else { return }
    sum = try DecimalSum.adding(sum, number)
    count += 1
  }

  func result() throws -> SQLValue {
    if isAverage { return DecimalSum.average(sum, count).map { .real($0) } ?? .null }
    return SQLValue(.decimal(sum), scale: nil) ?? .null
  }
}
