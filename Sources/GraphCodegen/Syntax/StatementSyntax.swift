/// A statement.
package indirect enum StatementSyntax: Sendable, Hashable {
  /// An expression for its effect, or as the value of a body of one line.
  case expression(ExpressionSyntax)
  /// `let name = value`.
  case constant(String, ExpressionSyntax)
  /// `var name = value`.
  case variable(String, ExpressionSyntax)
  /// `target = value`.
  case assignment(ExpressionSyntax, ExpressionSyntax)
  /// `return value`.
  case returning(ExpressionSyntax)
  /// `if let name = value { … }`.
  case ifPresent(String, ExpressionSyntax, [StatementSyntax])
  /// `switch subject { case pattern: value … default: value }`; without a default where the cases are all.
  case switching(ExpressionSyntax, [SwitchCaseSyntax], defaultValue: ExpressionSyntax?)
  /// `switch subject { case pattern: … default: … }` with statements.
  case choosing(ExpressionSyntax, [ChoiceSyntax], otherwise: [StatementSyntax])
  /// `guard condition else { return nil }`.
  case guarding(ExpressionSyntax)
  /// `throw error`.
  case throwing(ExpressionSyntax)
}

/// A case of a `switch` with statements.
package struct ChoiceSyntax: Sendable, Hashable {
  package let pattern: ExpressionSyntax
  package let body: [StatementSyntax]

  package init(_ pattern: ExpressionSyntax, _ body: [StatementSyntax]) {
    self.pattern = pattern
    self.body = body
  }
}

/// A case of a `switch` whose value is an expression.
package struct SwitchCaseSyntax: Sendable, Hashable {
  package let pattern: ExpressionSyntax
  package let value: ExpressionSyntax

  package init(_ pattern: ExpressionSyntax, _ value: ExpressionSyntax) {
    self.pattern = pattern
    self.value = value
  }
}
