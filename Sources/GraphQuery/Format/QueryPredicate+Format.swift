import GraphValues

extension QueryPredicate {
  /// Reads a predicate in the format language.
  ///
  /// ```swift
  /// try QueryPredicate(format: "newsid > %@ AND text CONTAINS[cd] %@", 10, "cat")
  /// ```
  ///
  /// Arguments are values, never text of the language: quotes or operators in them do nothing.
  /// - Parameters:
  ///   - format: the text; `%@` stands for a value, `%K` for a property's name, `%d`, `%ld`, `%f` and their like
  ///     for numbers, `$name` for a variable (``substituting(_:)``).
  ///   - arguments: the values of the placeholders, in order.
  /// - Throws: ``QueryError`` with the place of the mistake.
  /// - Complexity: O(length of the text).
  public init(format: String, _ arguments: (any PredicateArgument)?...) throws(QueryError) {
    self = try FormatParser.parse(format, arguments)
  }

  /// Reads a predicate in the format language; ``init(format:_:)`` with the arguments in an array.
  public init(format: String, arguments: [(any PredicateArgument)?]) throws(QueryError) {
    self = try FormatParser.parse(format, arguments)
  }
}

extension PredicateOperand {
  /// Reads a value in the format language: a property, or what is worked out from properties.
  ///
  /// ```swift
  /// try PredicateOperand(format: "likes * 2 + TERNARY(isZan == YES, %@, 0)", 10)
  /// ```
  /// - Parameters:
  ///   - format: the text, as ``QueryPredicate/init(format:_:)`` reads it on a side of a comparison.
  ///   - arguments: the values of the placeholders, in order.
  /// - Throws: ``QueryError`` with the place of the mistake.
  /// - Complexity: O(length of the text).
  public init(format: String, _ arguments: (any PredicateArgument)?...) throws(QueryError) {
    self.init(try FormatParser.parseValue(format, arguments))
  }
}

extension QueryExpression {
  /// Reads a value in the format language.
  ///
  /// - Throws: ``QueryError`` with the place of the mistake.
  package init(format: String, arguments: [(any PredicateArgument)?] = []) throws(QueryError) {
    self = try FormatParser.parseValue(format, arguments)
  }
}

extension QueryExpression: CustomStringConvertible {
  /// The expression in the format language; reading it back gives an equal expression.
  package var description: String { FormatWriter.text(self) }
}
