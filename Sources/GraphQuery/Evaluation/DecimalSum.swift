package import Foundation

/// Sums of decimals: the one code that memory and SQL share.
package enum DecimalSum {
  /// - Throws: ``QueryError`` where the sum leaves the range of decimals.
  package static func adding(_ sum: Decimal, _ number: Decimal) throws(QueryError) -> Decimal {
    let result = sum + number
    if result.isNaN { throw QueryError(.arguments, "@sum of decimals overflows") }
    return result
  }

  /// The mean; nil of no numbers.
  package static func average(_ sum: Decimal, _ count: Int) -> Double? {
    count == 0 ? nil : Double(sum.description).map { $0 / Double(count) }
  }
}
