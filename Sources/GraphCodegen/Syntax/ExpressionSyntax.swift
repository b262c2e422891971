/// An expression.
package indirect enum ExpressionSyntax: Sendable, Hashable {
  /// A name in scope: `context`.
  case name(String)
  /// The value that a member belongs to: `self`.
  case current
  /// A literal.
  case literal(LiteralSyntax)
  /// A member of a value: `object.id`.
  case member(ExpressionSyntax, String)
  /// A member of a value that may be nil: `address?.street`.
  case optionalMember(ExpressionSyntax, String)
  /// An element: `values["name"]`.
  case element(ExpressionSyntax, ExpressionSyntax)
  /// A member of the type that the context expects: `.draft`.
  case implicitMember(String)
  /// A call: `Data(base64Encoded: "AA==")`.
  case call(ExpressionSyntax, [ArgumentSyntax])
  /// A type in an expression: `Data` in `Data()`.
  case type(TypeSyntax)
  /// A type as a value: `GifModel.self`.
  case metatype(TypeSyntax)
  /// A key path: `\GifModel.newsid`.
  case keyPath(TypeSyntax, String)
  /// A key path through a value: `\Person.address.street`, or `\Person.address?.street` where that may be nil.
  case longKeyPath(TypeSyntax, String, isOptional: Bool, String)
  /// A key path from an optional of what another begins at: `\GifModel?.?.newsid`.
  case optionalKeyPath(ExpressionSyntax)
  /// A key path from the type that the context expects: `\.record`.
  case implicitKeyPath(String)
  /// A name that a pattern binds: `let tree`.
  case binding(String)
  /// An array: `[1, 2]`.
  case array([ExpressionSyntax])
  /// A number with the other sign: `-.infinity`.
  case negated(ExpressionSyntax)
  /// A value, or another where it is nil: `value ?? 0`.
  case coalescing(ExpressionSyntax, ExpressionSyntax)
  /// One of two values: `condition ? first : second`.
  case conditional(ExpressionSyntax, ExpressionSyntax, ExpressionSyntax)
  /// An expression that may throw: `try value`.
  case trying(ExpressionSyntax)
  /// An expression whose error becomes nil: `(try? value)`.
  case optionalTrying(ExpressionSyntax)

  /// A call of a method: `object.setInt64(newsid, at: 0)`.
  package static func method(
    _ base: ExpressionSyntax, _ name: String, _ arguments: ArgumentSyntax...
  ) -> ExpressionSyntax {
    .call(.member(base, name), arguments)
  }
}

/// An argument of a call.
package struct ArgumentSyntax: Sendable, Hashable {
  /// The label before the colon.
  package let label: String?
  /// The value.
  package let value: ExpressionSyntax

  package init(_ label: String? = nil, _ value: ExpressionSyntax) {
    self.label = label
    self.value = value
  }
}
