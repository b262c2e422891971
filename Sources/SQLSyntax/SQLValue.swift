/// A value that SQLite stores: one of its five storage classes.
///
/// Texts are equal when their UTF-8 bytes are, reals when their bit patterns are. Swift's `==` on strings
/// would call texts equal that SQLite keeps apart.
package enum SQLValue: Sendable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob([UInt8])

  /// Whether this is ``null``.
  package var isNull: Bool {
    if case .null = self { true } else { false }
  }

  /// The text, where this is one.
  package var textValue: String? {
    if case .text(let value) = self { value } else { nil }
  }
}

extension SQLValue: Hashable {
  package static func == (lhs: SQLValue, rhs: SQLValue) -> Bool {
    switch (lhs, rhs) {
    case (.null, .null): true
    case (.integer(let left), .integer(let right)): left == right
    case (.real(let left), .real(let right)): left.bitPattern == right.bitPattern
    case (.text(let left), .text(let right)): left.utf8.elementsEqual(right.utf8)
    case (.blob(let left), .blob(let right)): left == right
    default: false
    }
  }

  package func hash(into hasher: inout Hasher) {
    switch self {
    case .null:
      hasher.combine(0)
    case .integer(let value):
      hasher.combine(1)
      hasher.combine(value)
    case .real(let value):
      hasher.combine(2)
      hasher.combine(value.bitPattern)
    case .text(let value):
      hasher.combine(3)
      for byte in value.utf8 { hasher.combine(byte) }
    case .blob(let value):
      hasher.combine(4)
      hasher.combine(value)
    }
  }
}

extension SQLValue: ExpressibleByNilLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByStringLiteral
{
  package init(nilLiteral: ()) { self = .null }
  package init(integerLiteral value: Int64) { self = .integer(value) }
  package init(floatLiteral value: Double) { self = .real(value) }
  package init(stringLiteral value: String) { self = .text(value) }
}
