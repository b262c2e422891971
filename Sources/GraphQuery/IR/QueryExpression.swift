package import GraphValues

/// A side of a comparison.
///
/// Functions, aggregates, subqueries and arithmetic join here as cases of their own.
package indirect enum QueryExpression: Sendable, Hashable {
  /// The object itself: `SELF`.
  case object
  /// A property of the object, or of one it leads to.
  case keyPath(PropertyPath)
  /// A constant; a list is an array value, whose elements may be null.
  case literal(AttributeValue)
  /// The constants from a lower bound to an upper one; comparisons that ranges take part in are built without
  /// (``PredicateNode/comparing(_:)``).
  case range(AttributeValue, AttributeValue, isClosed: Bool)
  /// A constant that is given later: `$NAME`.
  case variable(String)
  /// A list of which some elements are given later.
  case list([QueryExpression])
}

/// The names of the properties from the object to what is compared.
package struct PropertyPath: Sendable, Hashable {
  package let first: String
  package let rest: [String]

  package init(_ first: String, rest: [String] = []) {
    self.first = first
    self.rest = rest
  }

  package var text: String {
    rest.isEmpty ? first : ([first] + rest).joined(separator: ".")
  }
}
