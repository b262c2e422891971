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
      if let defaultValue { result += expressions.lines("default: ", defaultValue, depth: depth) }
      return result + [indentation + "}"]
    case .choosing(let subject, let choices, let otherwise):
      var result = expressions.lines("switch ", subject, " {", depth: depth)
      for choice in choices {
        result.append(indentation + "case \(expressions.inline(choice.pattern) ?? ""):")
        result += lines(choice.body, depth: depth + 1)
      }
      if !otherwise.isEmpty {
        result.append(indentation + "default:")
        result += lines(otherwise, depth: depth + 1)
      }
      return result + [indentation + "}"]
    case .guarding(let condition):
      return expressions.lines("guard ", condition, " else { return nil }", depth: depth)
    case .throwing(let error):
      return expressions.lines("throw ", error, depth: depth)
    }
  }
}

extension Array {
  /// The element of an array of one.
  fileprivate var only: Element? { count == 1 ? first : nil }
}
