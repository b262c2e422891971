package import Foundation
package import GraphValues

/// Values at the ends of every type.
package enum Samples {
  package static let strings = [
    "", "a", "a\u{0}b", "\u{0}", "e\u{301}", "\u{e9}", "\u{301}", "\u{FE0F}", "👩‍👩‍👧‍👦", "猫も歩けば", "\u{FFFD}",
    "\u{10FFFF}",
    "\"\\/\u{8}\u{C}\n\r\t\u{1F}\u{7F}", "\u{2028}\u{2029}", "\u{FEFF}bom",
    String(repeating: "ä", count: 100_000),
  ]

  package static let doubles: [Double] = [
    0, -0.0, 1, -1, 0.1, .pi, .infinity, -.infinity, .greatestFiniteMagnitude, -.greatestFiniteMagnitude,
    .leastNonzeroMagnitude, .leastNormalMagnitude, 1e-7, 1e16, 9_007_199_254_740_991,
  ]

  package static let decimals: [Decimal] = [
    0, 1, -1, .greatestFiniteMagnitude, .leastFiniteMagnitude, .leastNonzeroMagnitude, decimal("0.1"),
    decimal("-0.99"), decimal("12345678901234567890123456789012345678"),
    decimal("-99999999999999999999999999999999999999e127"), decimal("1e-128"), decimal("1e127"),
    decimal("1.50"), Decimal(sign: .plus, exponent: -2, significand: 150),
  ]

  /// Years -4000, 1, 1969, 2001, 9999 and 99999, half seconds, and the ends of Date.
  package static let dates: [Date] =
    [
      -189_360_000_000, -63_113_904_000, -978_307_200.5, 0, 0.25, -1e-9, 252_423_993_599, 3_092_572_051_200,
    ].map { Date(timeIntervalSinceReferenceDate: $0) } + [.distantPast, .distantFuture]

  package static let values: [AttributeType: [AttributeValue]] = [
    .int16: [Int64(Int16.min), -1, 0, 1, Int64(Int16.max)].map { .int($0) },
    .int32: [Int64(Int32.min), -1, 0, 1, Int64(Int32.max)].map { .int($0) },
    .int64: [Int64.min, Int64.min + 1, -1, 0, 1, 9_007_199_254_740_993, Int64.max].map { .int($0) },
    .double: doubles.map { .double($0) },
    .float: [0, -0.0, 1, .infinity, -.infinity, Float.pi, .greatestFiniteMagnitude, .leastNonzeroMagnitude]
      .map {
        (value: Float) in .double(Double(value))
      },
    .decimal: decimals.map { .decimal($0) },
    .bool: [.bool(true), .bool(false)],
    .string: strings.map { .string($0) },
    .date: dates.map { .date($0) },
    .data: [Data(), Data([0]), Data(0...255), Data(repeating: 0xFF, count: 100_000)].map { .data($0) },
    .uuid: [UUID(), UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))].map { .uuid($0) },
    .url: [
      "https://example.org/a%20b?q=1&r=%C3%A9#frag", "file:///tmp/x", "mailto:a@b.c", "relative/path",
      "urn:isbn:0",
    ].compactMap { URL(string: $0) }.map { .url($0) },
    .codable: [
      "null", "{}", "[1, 2.50, \"x\\u0041\"]", "{\"b\":1,\"a\":12345678901234567890123456789}", "\"é\"",
      "1e400",
    ].map { .codable(Data($0.utf8)) },
  ]

  package static func decimal(_ text: String) -> Decimal { DecimalText.parse(text) ?? .nan }
}
