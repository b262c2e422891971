/// Reads the Swift type of a `codable` attribute.
///
/// Understood are names with their modules or outer types, generic arguments, arrays, dictionaries and
/// optionals inside of these; nothing else gets into generated source.
struct SwiftTypeParser {
  private var rest: Substring
  private var depth = 0

  private init(_ text: String) {
    rest = text[...]
  }

  /// The type of a text, or nil where it is none that is understood; an optional one is none, as the attribute
  /// says that itself.
  static func parse(_ text: String) -> TypeSyntax? {
    var parser = SwiftTypeParser(text)
    guard let type = parser.type(), parser.next() == nil else { return nil }
    if case .optional = type { return nil }
    return type
  }

  private mutating func type() -> TypeSyntax? {
    depth += 1
    defer { depth -= 1 }
    guard depth <= 32, var result = primary() else { return nil }
    if accept("?") { result = .optional(result) }
    return result
  }

  private mutating func primary() -> TypeSyntax? {
    if accept("[") {
      guard let first = type() else { return nil }
      if accept(":") {
        guard let second = type(), accept("]") else { return nil }
        return .dictionary(key: first, value: second)
      }
      return accept("]") ? .array(first) : nil
    }
    guard let name = identifier(), var result = arguments(of: .named(name)) else { return nil }
    while accept(".") {
      guard let name = identifier(), let member = arguments(of: .member(result, name)) else { return nil }
      result = member
    }
    return result
  }

  private mutating func arguments(of base: TypeSyntax) -> TypeSyntax? {
    guard accept("<") else { return base }
    var arguments: [TypeSyntax] = []
    repeat {
      guard let argument = type() else { return nil }
      arguments.append(argument)
    } while accept(",")
    return accept(">") ? .generic(base, arguments) : nil
  }

  private mutating func identifier() -> String? {
    skipSpaces()
    let name = String(rest.prefix { !" .,:?[]<>".contains($0) })
    guard SwiftNames.isIdentifier(name) else { return nil }
    rest = rest.dropFirst(name.count)
    return name
  }

  private mutating func accept(_ character: Character) -> Bool {
    guard next() == character else { return false }
    rest.removeFirst()
    return true
  }

  private mutating func next() -> Character? {
    skipSpaces()
    return rest.first
  }

  private mutating func skipSpaces() {
    rest = rest.drop { $0 == " " }
  }
}
