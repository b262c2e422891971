/// Makes the function that answers what a key path leads to.
struct KeyPathTranslator {
  let names: TypeNames
  let access: AccessLevel

  /// - Parameter otherwise: the answer for other key paths.
  func declaration(
    cases: [SwitchCaseSyntax], otherwise: ExpressionSyntax = .literal(.nil), documentation: String
  ) -> DeclarationSyntax {
    let parameter = ParameterSyntax("for", name: "keyPath", type: names["AnyKeyPath"])
    let body = StatementSyntax.switching(.name("keyPath"), cases, defaultValue: otherwise)
    return DeclarationSyntax(
      .function(
        FunctionSyntax(
          "propertyName", parameters: [parameter], result: .optional(names["String"]), body: [body])),
      documentation: documentation + "\n\n- Complexity: O(*n*) in the number of properties.",
      access: access.written, modifiers: [.static])
  }
}
