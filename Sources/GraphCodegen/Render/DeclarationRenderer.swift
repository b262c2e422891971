/// Lays out declarations.
struct DeclarationRenderer {
  let style: SourceStyle

  private var expressions: ExpressionRenderer { ExpressionRenderer(style: style) }
  private var statements: StatementRenderer { StatementRenderer(style: style) }

  func lines(_ declaration: DeclarationSyntax, depth: Int) -> [String] {
    documentation(declaration, depth: depth) + code(declaration, depth: depth)
  }

  private func indentation(_ depth: Int) -> String {
    String(repeating: " ", count: depth * style.indentation)
  }

  private func documentation(_ declaration: DeclarationSyntax, depth: Int) -> [String] {
    guard let text = declaration.documentation else { return [] }
    let width = style.lineLength - depth * style.indentation - 4
    return DocumentationRenderer.lines(text, width: width).map { indentation(depth) + $0 }
  }

  private func code(_ declaration: DeclarationSyntax, depth: Int) -> [String] {
    let words =
      declaration.attributes + [declaration.access?.rawValue].compactMap { $0 }
      + declaration.modifiers.map(\.rawValue)
    let head = words.map { $0 + " " }.joined()
    switch declaration.kind {
    case .type(let type): return lines(type, head: head, depth: depth)
    case .property(let property): return lines(property, head: head, depth: depth)
    case .function(let function): return lines(function, head: head, depth: depth)
    case .enumCase(let name, let rawValue):
      let value = rawValue.map { " = " + LiteralRenderer.render($0) } ?? ""
      return [indentation(depth) + "case \(IdentifierRenderer.name(name))\(value)"]
    case .payloadCase(let name, let type):
      return [indentation(depth) + "case \(IdentifierRenderer.name(name))(\(TypeRenderer.render(type)))"]
    case .typeAlias(let name, let type):
      return [
        indentation(depth)
          + "\(head)typealias \(IdentifierRenderer.name(name)) = \(TypeRenderer.render(type))"
      ]
    }
  }

  private func lines(_ type: TypeDeclarationSyntax, head: String, depth: Int) -> [String] {
    let parents = type.inheritance.map(TypeRenderer.render)
    let opening = indentation(depth) + "\(head)\(type.keyword.rawValue) \(IdentifierRenderer.name(type.name))"
    let tail = parents.isEmpty ? "" : ": " + parents.joined(separator: ", ")
    var result: [String]
    if (opening + tail + " {").count <= style.lineLength {
      if type.members.isEmpty { return [opening + tail + " {}"] }
      result = [opening + tail + " {"]
    } else {
      result = [opening + ":"]
      let line = indentation(depth + 1) + parents.joined(separator: ", ")
      let lines = parents.enumerated().map { index, parent in
        indentation(depth + 1) + parent + (index == parents.count - 1 ? "" : ",")
      }
      result += line.count <= style.lineLength ? [line] : lines
      result.append(indentation(depth) + "{")
    }
    result += members(type.members, depth: depth + 1)
    return result + [indentation(depth) + "}"]
  }

  /// Members, with an empty line between all but those that stand together: enum cases, and properties of one
  /// line.
  private func members(_ members: [DeclarationSyntax], depth: Int) -> [String] {
    var result: [String] = []
    for (index, member) in members.enumerated() {
      if index > 0, !(isCompact(member) && isCompact(members[index - 1])) { result.append("") }
      result += lines(member, depth: depth)
    }
    return result
  }

  private func isCompact(_ declaration: DeclarationSyntax) -> Bool {
    switch declaration.kind {
    case .enumCase, .payloadCase: true
    case .property(let property):
      switch property.content {
      case .constant, .variable, .requirement: true
      case .computed, .accessors, .mutatingAccessors: false
      }
    case .type, .function, .typeAlias: false
    }
  }

  private func lines(_ property: PropertySyntax, head: String, depth: Int) -> [String] {
    let name = IdentifierRenderer.name(property.name)
    let type = property.type.map { ": " + TypeRenderer.render($0) } ?? ""
    switch property.content {
    case .constant(nil):
      return [indentation(depth) + "\(head)let \(name)\(type)"]
    case .constant(.some(let value)):
      return expressions.assigned("\(head)let \(name)\(type)", value, depth: depth)
    case .variable:
      return [indentation(depth) + "\(head)var \(name)\(type)"]
    case .computed(let body):
      return block("\(head)var \(name)\(type)", body, canBeOneLine: true, depth: depth)
    case .accessors(let get, let set):
      return accessors("\(head)var \(name)\(type)", get, "nonmutating set", set, depth: depth)
    case .mutatingAccessors(let get, let set):
      return accessors("\(head)var \(name)\(type)", get, "set", set, depth: depth)
    case .requirement(let isSettable):
      return [indentation(depth) + "\(head)var \(name)\(type) { get\(isSettable ? " nonmutating set" : "") }"]
    }
  }

  private func accessors(
    _ head: String, _ get: [StatementSyntax], _ setter: String, _ set: [StatementSyntax], depth: Int
  ) -> [String] {
    [indentation(depth) + "\(head) {"] + block("get", get, canBeOneLine: true, depth: depth + 1)
      + block(setter, set, canBeOneLine: true, depth: depth + 1) + [indentation(depth) + "}"]
  }

  private func lines(_ function: FunctionSyntax, head: String, depth: Int) -> [String] {
    let parameters = function.parameters.map(parameter)
    let name = function.name.map { "func " + IdentifierRenderer.name($0) } ?? "init"
    let result =
      (function.isThrowing ? " throws" : "")
      + (function.result.map { " -> " + TypeRenderer.render($0) } ?? "")
    let signature = "\(head)\(name)(\(parameters.joined(separator: ", ")))\(result)"
    if (indentation(depth) + signature + " {").count <= style.lineLength {
      return block(signature, function.body, canBeOneLine: true, depth: depth)
    }
    var lines = [indentation(depth) + "\(head)\(name)("]
    for (index, parameter) in function.parameters.enumerated() {
      let end = index == function.parameters.count - 1 ? "" : ","
      let declaration = self.declaration(parameter)
      if let value = parameter.defaultValue {
        lines += expressions.assigned(declaration, value, end, depth: depth + 1)
      } else {
        lines.append(indentation(depth + 1) + declaration + end)
      }
    }
    return lines + block(")\(result)", function.body, canBeOneLine: false, depth: depth)
  }

  private func parameter(_ parameter: ParameterSyntax) -> String {
    let value = parameter.defaultValue.flatMap { expressions.inline($0) }.map { " = " + $0 } ?? ""
    return declaration(parameter) + value
  }

  private func declaration(_ parameter: ParameterSyntax) -> String {
    let label = parameter.label.map { IdentifierRenderer.member($0) + " " } ?? ""
    return "\(label)\(IdentifierRenderer.name(parameter.name)): \(TypeRenderer.render(parameter.type))"
  }

  /// A head with its body in braces, on one line where it is a single expression that fits.
  private func block(
    _ head: String, _ body: [StatementSyntax], canBeOneLine: Bool, depth: Int
  ) -> [String] {
    if body.isEmpty { return [indentation(depth) + head + " {}"] }
    if canBeOneLine, body.count == 1, let text = statements.inline(body[0]) {
      let line = indentation(depth) + "\(head) { \(text) }"
      if line.count <= style.lineLength { return [line] }
    }
    return [indentation(depth) + head + " {"] + statements.lines(body, depth: depth + 1)
      + [indentation(depth) + "}"]
  }
}
