/// Spells types.
enum TypeRenderer {
  static func render(_ type: TypeSyntax) -> String {
    switch type {
    case .named(let name): name == "Self" || name == "Any" ? name : IdentifierRenderer.name(name)
    case .member(let base, let name): "\(render(base)).\(IdentifierRenderer.member(name))"
    case .generic(let base, let arguments):
      "\(render(base))<\(arguments.map(render).joined(separator: ", "))>"
    case .optional(.existential(let wrapped)): "(any \(render(wrapped)))?"
    case .optional(let wrapped): "\(render(wrapped))?"
    case .array(let element): "[\(render(element))]"
    case .dictionary(let key, let value): "[\(render(key)): \(render(value))]"
    case .existential(let type): "any \(render(type))"
    case .composition(let types): types.map(render).joined(separator: " & ")
    case .opaque(let type): "some \(render(type))"
    case .inout(let type): "inout \(render(type))"
    }
  }
}
