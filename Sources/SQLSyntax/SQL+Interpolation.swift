extension SQL: ExpressibleByStringInterpolation {
  /// Collects the segments of an interpolated SQL literal.
  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var fragment = SQL()

    package init(literalCapacity: Int, interpolationCount: Int) {}

    package mutating func appendLiteral(_ literal: String) {
      fragment.append(raw: literal)
    }

    /// A name, quoted when rendered.
    package mutating func appendInterpolation(identifier: String) {
      fragment.append(identifier: identifier)
    }

    /// A value, bound to a parameter when rendered.
    package mutating func appendInterpolation(bind value: SQLValue) {
      fragment.append(binding: value)
    }

    /// Another fragment.
    package mutating func appendInterpolation(sql: SQL) {
      fragment.append(sql)
    }

    /// A value spelled out, for statements that take no parameters.
    package mutating func appendInterpolation(literal value: SQLValue) {
      fragment.append(.literal(value))
    }
  }

  package init(stringLiteral value: String) {
    self.init(raw: value)
  }

  package init(stringInterpolation: StringInterpolation) {
    self = stringInterpolation.fragment
  }
}
