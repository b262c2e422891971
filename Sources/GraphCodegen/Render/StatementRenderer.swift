/// Lays out statements.
struct StatementRenderer {
  let style: SourceStyle

  private var expressions: ExpressionRenderer { ExpressionRenderer(style: style) }

  func lines(_ statements: [StatementSyntax], depth: Int) -> [String] {
    statements.flatMap { lines($0, depth: depth) }
  }

  /// A statement on one line, or nil where it needs several.
  func inline(_ statement: StatementSyntax) -> String? {
    guard let first = lines(statement, depth: 0).only else { return nil }
    return first
  }

  private func lines(_ statement: StatementSyntax, depth: Int) -> [String] {
    let indentation = String(repeating: " ", count: depth * style.indentation)
    switch statement {
    case .expression(let value):
      return expressions.lines("", value, depth: depth)
    case .constant(let name, let value):
      return expressions.assigned("let \(IdentifierRenderer.name(name))", value, depth: depth)
    case .variable(let name, let value):
      return expressions.assigned("var \(IdentifierRenderer.name(name))", value, depth: depth)
    case .assignment(let target, let value):
      return expressions.assigned(expressions.inline(target) ?? "", value, depth: depth)
    case .returning(let value):
      return expressions.lines("return ", value, depth: depth)
    case .ifPresent(let name, let value, let body):
      let head = expressions.lines("if let \(IdentifierRenderer.name(name)) = ", value, " {", depth: depth)
      return head + lines(body, depth: depth + 1) + [indentation + "}"]
    case .switching(let subject, let cases, let defaultValue):
      var result = expressions.lines("switch ", subject, " {", depth: depth)
      for item in cases {
        let pattern = expressions.inline(item.pattern) ?? ""
        result += expressions.lines("case \(pattern): ", item.value, depth: depth)
      }
      result += expressions.lines("default: ", defaultValue, depth: depth)
      return result + [indentation + "}"]
    }
  }
}

extension Array {
  /// The element of an array of one.
  fileprivate var only: Element? { count == 1 ? first : nil }
}
