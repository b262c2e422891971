/// Lays out expressions: on one line where they fit, else broken at calls, arrays and operators.
struct ExpressionRenderer {
  let style: SourceStyle

  /// The lines of an expression between what stands before and after it.
  ///
  /// - Parameter depth: the steps of indentation of the first line; the lines come with it.
  func lines(
    _ prefix: String, _ expression: ExpressionSyntax, _ suffix: String = "", depth: Int
  ) -> [String] {
    let indentation = String(repeating: " ", count: depth * style.indentation)
    if let text = inline(expression) {
      let line = indentation + prefix + text + suffix
      if line.count <= style.lineLength || !canBreak(expression) { return [line] }
    }
    switch expression {
    case .call(let callee, let arguments):
      return call(prefix + (inline(callee) ?? ""), arguments, suffix, depth: depth)
    case .array(let elements):
      var lines = [indentation + prefix + "["]
      for element in elements { lines += self.lines("", element, ",", depth: depth + 1) }
      return lines + [indentation + "]" + suffix]
    case .coalescing(let value, let fallback):
      return self.lines(prefix, value, depth: depth) + self.lines("?? ", fallback, suffix, depth: depth)
    case .conditional(let condition, let first, let second):
      return self.lines(prefix, condition, depth: depth) + self.lines("? ", first, depth: depth)
        + self.lines(": ", second, suffix, depth: depth)
    case .trying(let value):
      return self.lines(prefix + "try ", value, suffix, depth: depth)
    case .optionalTrying(let value):
      return self.lines(prefix + "(try? ", value, ")" + suffix, depth: depth)
    case .literal(.text(let text)):
      let raw = LiteralRenderer.rawLines(text)
      return raw.enumerated().map { index, line in
        let last = index == raw.count - 1
        return line.isEmpty ? "" : indentation + (index == 0 ? prefix : "") + line + (last ? suffix : "")
      }
    default:
      return [indentation + prefix + (inline(expression) ?? "") + suffix]
    }
  }

  /// The lines of an expression after an equals sign: on the same line, or from the next one on where it has to
  /// be broken at operators.
  func assigned(
    _ target: String, _ expression: ExpressionSyntax, _ suffix: String = "", depth: Int
  ) -> [String] {
    let lines = lines("\(target) = ", expression, suffix, depth: depth)
    if lines.count == 1, let line = lines.first, line.count <= style.lineLength { return lines }
    guard startsOnNextLine(expression) else { return lines }
    let indentation = String(repeating: " ", count: depth * style.indentation)
    return ["\(indentation)\(target) ="] + self.lines("", expression, suffix, depth: depth + 1)
  }

  private func startsOnNextLine(_ expression: ExpressionSyntax) -> Bool {
    switch expression {
    case .coalescing, .conditional, .optionalTrying: true
    case .trying(let value): startsOnNextLine(value)
    default: false
    }
  }

  private func call(
    _ head: String, _ arguments: [ArgumentSyntax], _ suffix: String, depth: Int
  ) -> [String] {
    var lines = [String(repeating: " ", count: depth * style.indentation) + head + "("]
    for (index, argument) in arguments.enumerated() {
      let label = argument.label.map { IdentifierRenderer.label($0) + ": " } ?? ""
      let end = index == arguments.count - 1 ? ")" + suffix : ","
      lines += self.lines(label, argument.value, end, depth: depth + 1)
    }
    return lines
  }

  private func canBreak(_ expression: ExpressionSyntax) -> Bool {
    switch expression {
    case .call(_, let arguments): !arguments.isEmpty
    case .array(let elements): !elements.isEmpty
    case .coalescing, .conditional: true
    case .trying(let value), .optionalTrying(let value): canBreak(value)
    default: false
    }
  }

  /// The expression on one line, or nil where it holds text of several lines.
  func inline(_ expression: ExpressionSyntax) -> String? {
    switch expression {
    case .name(let name): IdentifierRenderer.name(name)
    case .current: "self"
    case .literal(.text): nil
    case .literal(let literal): LiteralRenderer.render(literal)
    case .member(let base, let name): inline(base).map { "\($0).\(IdentifierRenderer.member(name))" }
    case .optionalMember(let base, let name):
      inline(base).map { "\($0)?.\(IdentifierRenderer.member(name))" }
    case .element(let base, let index):
      inline(base).flatMap { base in inline(index).map { "\(base)[\($0)]" } }
    case .implicitMember(let name): ".\(IdentifierRenderer.member(name))"
    case .call(let callee, let arguments): inlineCall(callee, arguments)
    case .type(let type): TypeRenderer.render(type)
    case .metatype(let type): metatype(type)
    case .keyPath, .longKeyPath: keyPath(expression, "")
    case .optionalKeyPath(let path): keyPath(path, "?.?")
    case .implicitKeyPath(let name): "\\.\(IdentifierRenderer.member(name))"
    case .binding(let name): "let \(IdentifierRenderer.name(name))"
    case .array(let elements): inlineList(elements).map { "[\($0)]" }
    case .negated(let value): inline(value).map { "-\($0)" }
    case .coalescing(let value, let fallback): join(value, " ?? ", fallback)
    case .conditional(let condition, let first, let second):
      join(condition, " ? ", first).flatMap { head in inline(second).map { "\(head) : \($0)" } }
    case .trying(let value): inline(value).map { "try \($0)" }
    case .optionalTrying(let value): inline(value).map { "(try? \($0))" }
    }
  }

  /// - Parameter chain: what comes after the root.
  private func keyPath(_ expression: ExpressionSyntax, _ chain: String) -> String? {
    switch expression {
    case .keyPath(let root, let name):
      "\\\(TypeRenderer.render(root))\(chain).\(IdentifierRenderer.member(name))"
    case .longKeyPath(let root, let first, let isOptional, let second):
      "\\\(TypeRenderer.render(root))\(chain).\(IdentifierRenderer.member(first))\(isOptional ? "?" : "")."
        + IdentifierRenderer.member(second)
    default: nil
    }
  }

  private func inlineCall(_ callee: ExpressionSyntax, _ arguments: [ArgumentSyntax]) -> String? {
    guard let head = inline(callee) else { return nil }
    var parts: [String] = []
    for argument in arguments {
      guard let value = inline(argument.value) else { return nil }
      parts.append((argument.label.map { IdentifierRenderer.label($0) + ": " } ?? "") + value)
    }
    return "\(head)(\(parts.joined(separator: ", ")))"
  }

  private func inlineList(_ elements: [ExpressionSyntax]) -> String? {
    let parts = elements.compactMap(inline)
    return parts.count == elements.count ? parts.joined(separator: ", ") : nil
  }

  private func join(_ left: ExpressionSyntax, _ word: String, _ right: ExpressionSyntax) -> String? {
    inline(left).flatMap { left in inline(right).map { left + word + $0 } }
  }

  private func metatype(_ type: TypeSyntax) -> String {
    let text = TypeRenderer.render(type)
    if case .optional(.existential) = type { return "(\(text)).self" }
    if case .existential = type { return "(\(text)).self" }
    return "\(text).self"
  }
}
