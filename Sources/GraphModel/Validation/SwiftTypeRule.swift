import GraphValues

/// Codable attributes name their Swift type, others do not.
struct SwiftTypeRule: AttributeRule {
  func check(_ attribute: AttributeDescription, _ reader: ObjectReader, _ log: MistakeLog) {
    guard attribute.type == .codable else {
      if reader.has("swiftType") {
        log.add(
          reader.place(of: "swiftType"),
          "only codable attributes have a Swift type, not \(TypeTraits.noun(attribute))")
      }
      return
    }
    guard let swiftType = attribute.swiftType else {
      reader.require("swiftType")
      return
    }
    if !Self.isType(swiftType) {
      log.add(reader.place(of: "swiftType"), "\(MistakeLog.quote(swiftType)) is not the name of a Swift type")
    }
  }

  /// Whether a text is a type as generated code can write it: `Address`, `Geo.Point`, `[String: Int]`,
  /// `Box<Int?>`. What is let through goes into source code, so nothing else is. A type that is optional itself
  /// is none: the attribute says that with `optional`.
  static func isType(_ text: String) -> Bool {
    var parser = SwiftTypeParser(text)
    return parser.parse()
  }
}

/// Recognises the types that ``SwiftTypeRule`` allows.
private struct SwiftTypeParser {
  private var rest: Substring.UnicodeScalarView
  private var depth = 0

  init(_ text: String) {
    rest = Substring(text).unicodeScalars
  }

  mutating func parse() -> Bool {
    base() && rest.isEmpty
  }

  private mutating func type() -> Bool {
    depth += 1
    defer { depth -= 1 }
    guard depth < 16, base() else { return false }
    _ = take("?")
    return true
  }

  private mutating func base() -> Bool {
    if take("[") {
      guard type() else { return false }
      if take(":") {
        skipSpace()
        guard type() else { return false }
      }
      return take("]")
    }
    repeat {
      guard name() else { return false }
      if take("<") {
        repeat {
          skipSpace()
          guard type() else { return false }
        } while take(",")
        guard take(">") else { return false }
      }
    } while take(".")
    return true
  }

  private mutating func name() -> Bool {
    guard let first = rest.first, first == "_" || first.properties.isXIDStart else { return false }
    let name = rest.prefix { $0.properties.isXIDContinue && !$0.properties.isDefaultIgnorableCodePoint }
    rest = rest[name.endIndex...]
    return !name.isEmpty
  }

  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard rest.first == scalar else { return false }
    rest.removeFirst()
    return true
  }

  private mutating func skipSpace() {
    while take(" ") {}
  }
}
