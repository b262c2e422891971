import Foundation
package import GraphValues

/// The order of values as SQLite has it for the columns that keep them.
package enum ValueOrder {
  /// - Returns: negative, zero or positive as the first is smaller, equal or larger; nil where one is null or
  ///   the two are of kinds that have no common order.
  package static func compare(_ left: AttributeValue, _ right: AttributeValue) -> Int? {
    switch (left, right) {
    case (.int(let left), .int(let right)): left < right ? -1 : left == right ? 0 : 1
    case (.string(let left), .string(let right)): compare(left, right)
    case (.double(let left), .double(let right)): compare(left, right)
    case (.int(let left), .double(let right)): compare(left, right)
    case (.double(let left), .int(let right)): -compare(right, left)
    case (.bool(let left), .bool(let right)): (left ? 1 : 0) - (right ? 1 : 0)
    case (.date(let left), .date(let right)):
      compare(left.timeIntervalSinceReferenceDate, right.timeIntervalSinceReferenceDate)
    case (.decimal(let left), .decimal(let right)): left < right ? -1 : left == right ? 0 : 1
    case (.url(let left), .url(let right)): compare(left.absoluteString, right.absoluteString)
    case (.url(let left), .string(let right)): compare(left.absoluteString, right)
    case (.string(let left), .url(let right)): compare(left, right.absoluteString)
    case (.uuid(let left), .uuid(let right)):
      withUnsafeBytes(of: left.uuid) { left in
        withUnsafeBytes(of: right.uuid) { right in compare(left, right) }
      }
    case (.data(let left), .data(let right)): compare(left, right)
    case (.codable(let left), .codable(let right)): compare(left, right)
    case (.reference(let left), .reference(let right)):
      left.key < right.key ? -1 : left.key == right.key ? 0 : 1
    default: nil
    }
  }

  static func compare(_ left: Double, _ right: Double) -> Int {
    left < right ? -1 : left == right ? 0 : 1
  }

  /// Compares exactly; converting the integer first would round it.
  static func compare(_ left: Int64, _ right: Double) -> Int {
    if right >= 0x1p63 { return -1 }
    if right < -0x1p63 { return 1 }
    let whole = right.rounded(.towardZero)
    let integer = Int64(whole)
    if left != integer { return left < integer ? -1 : 1 }
    return whole < right ? -1 : whole == right ? 0 : 1
  }

  package static func compare(_ left: String, _ right: String) -> Int {
    let fast = left.utf8.withContiguousStorageIfAvailable { left in
      right.utf8.withContiguousStorageIfAvailable { right in
        compare(UnsafeRawBufferPointer(left), UnsafeRawBufferPointer(right))
      }
    }
    if let fast = fast ?? nil { return fast }
    return Array(left.utf8).withUnsafeBytes { left in
      Array(right.utf8).withUnsafeBytes { right in compare(left, right) }
    }
  }

  private static func compare(_ left: Data, _ right: Data) -> Int {
    left.withUnsafeBytes { left in right.withUnsafeBytes { right in compare(left, right) } }
  }

  package static func compare(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Int {
    let count = min(left.count, right.count)
    if count > 0, let first = left.baseAddress, let second = right.baseAddress {
      let order = memcmp(first, second, count)
      if order != 0 { return Int(order) }
    }
    return left.count - right.count
  }
}
