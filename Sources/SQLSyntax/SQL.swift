/// A piece of SQL: raw text, identifiers that rendering quotes, and values that rendering binds.
///
/// ```swift
/// let byKey: SQL = "SELECT \(identifier: column) FROM \(identifier: table) WHERE _id = \(bind: .integer(7))"
/// // SELECT "name" FROM "Author" WHERE _id = ?1
/// ```
///
/// A string cannot be interpolated without a label, so no text from outside gets into a statement unnoticed.
package struct SQL: Sendable, Hashable {
  /// A part of a fragment.
  package enum Segment: Sendable {
    /// SQL text, taken as it stands.
    case sql(String)
    /// A name, quoted when rendered.
    case identifier(String)
    /// A value, bound to a parameter when rendered.
    case binding(SQLValue)
  }

  package private(set) var segments: [Segment]

  /// An empty fragment.
  package init() { segments = [] }

  package init(segments: [Segment]) { self.segments = segments }

  /// SQL text, taken as it stands; never give it text from outside.
  package init(raw: String) { segments = raw.isEmpty ? [] : [.sql(raw)] }

  package static func raw(_ text: String) -> SQL { SQL(raw: text) }

  /// A name, quoted when rendered.
  package static func identifier(_ name: String) -> SQL { SQL(segments: [.identifier(name)]) }

  /// A value, bound to a parameter when rendered.
  package static func binding(_ value: SQLValue) -> SQL { SQL(segments: [.binding(value)]) }

  package var isEmpty: Bool { segments.isEmpty }

  package mutating func append(_ other: SQL) {
    segments.append(contentsOf: other.segments)
  }

  package mutating func append(raw: String) {
    if !raw.isEmpty { segments.append(.sql(raw)) }
  }

  package mutating func append(identifier name: String) {
    segments.append(.identifier(name))
  }

  package mutating func append(binding value: SQLValue) {
    segments.append(.binding(value))
  }

  package static func + (lhs: SQL, rhs: SQL) -> SQL {
    var sum = lhs
    sum.append(rhs)
    return sum
  }

  package static func += (lhs: inout SQL, rhs: SQL) {
    lhs.append(rhs)
  }

  /// The fragment in parentheses.
  package var parenthesized: SQL {
    var result = SQL(raw: "(")
    result.append(self)
    result.append(raw: ")")
    return result
  }
}

extension Sequence<SQL> {
  /// The fragments with raw SQL text between them.
  package func joined(separator: String = "") -> SQL {
    var result = SQL()
    var isFirst = true
    for fragment in self {
      if !isFirst { result.append(raw: separator) }
      isFirst = false
      result.append(fragment)
    }
    return result
  }
}

extension SQL.Segment: Hashable {
  /// Compares the bytes, as SQLite does, not by canonical equivalence.
  package static func == (lhs: Self, rhs: Self) -> Bool {
    switch (lhs, rhs) {
    case (.sql(let left), .sql(let right)): left.utf8.elementsEqual(right.utf8)
    case (.identifier(let left), .identifier(let right)): left.utf8.elementsEqual(right.utf8)
    case (.binding(let left), .binding(let right)): left == right
    default: false
    }
  }

  package func hash(into hasher: inout Hasher) {
    switch self {
    case .sql(let text): hasher.combine(text.utf8.count)
    case .identifier(let name): hasher.combine(name.utf8.count)
    case .binding(let value): hasher.combine(value)
    }
  }
}
