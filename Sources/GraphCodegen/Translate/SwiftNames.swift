/// Makes Swift names of the texts of a model.
enum SwiftNames {
  /// Whether a text is an identifier, apart from whether the language keeps the word for itself.
  static func isIdentifier(_ text: String) -> Bool {
    var scalars = text.unicodeScalars.makeIterator()
    guard let first = scalars.next(), isHead(first) || first == "_", text != "_" else { return false }
    while let scalar = scalars.next() {
      guard isHead(scalar) || isTail(scalar) || scalar == "_" else { return false }
    }
    return true
  }

  /// A name with a capital first letter: `state` gives `State`.
  static func typeName(_ name: String) -> String {
    name.prefix(1).uppercased() + name.dropFirst()
  }

  /// The name of a type for a property that is nested in an entity's type: `state` gives `State`, or `StateValue`
  /// where that is taken.
  static func nestedTypeName(_ name: String, taken: Set<String>) -> String {
    let base = typeName(name)
    let isFree = !taken.contains(base) && !unusableTypes.contains(base)
    return isFree ? base : unique(base + "Value", taken: taken)
  }

  private static let unusableTypes: Set<String> = ["Type", "Protocol", "Self", "Any"]

  /// A type's name as that of a member: `Person` gives `person`, `URLPath` gives `urlPath`.
  static func memberName(_ name: String) -> String { lowercasedHead(name) }

  /// The name of an enum case for a text: `in progress` gives `inProgress`, `1st` gives `value1st`.
  ///
  /// - Parameter position: the value's place among the others, for a text without letters and digits.
  static func caseName(_ text: String, position: Int) -> String {
    if text.isEmpty { return "empty" }
    let words = text.unicodeScalars.split { !(isHead($0) || isTail($0)) }.map(String.init)
    guard let first = words.first else { return "value\(position + 1)" }
    let name = lowercasedHead(first) + words.dropFirst().map(capitalized).joined()
    guard let head = name.unicodeScalars.first, isHead(head) else { return "value" + name }
    return name
  }

  /// The name of an enum case for a number: 1 gives `value1`, -1 gives `valueMinus1`.
  static func caseName(_ number: Int64) -> String {
    (number < 0 ? "valueMinus" : "value") + String(number.magnitude)
  }

  /// The first of `name`, `name2`, `name3`, … that is not taken.
  static func unique(_ name: String, taken: Set<String>) -> String {
    guard taken.contains(name) else { return name }
    var number = 2
    while taken.contains("\(name)\(number)") { number += 1 }
    return "\(name)\(number)"
  }

  private static func capitalized(_ word: String) -> String {
    let word = isAllCapitals(word) ? word.lowercased() : word
    return word.prefix(1).uppercased() + word.dropFirst()
  }

  /// `Draft` gives `draft`, `URL` gives `url`, `URLText` gives `urlText`.
  private static func lowercasedHead(_ word: String) -> String {
    if isAllCapitals(word) { return word.lowercased() }
    let capitals = word.prefix { $0.isUppercase }
    let head = capitals.count > 1 ? capitals.dropLast() : capitals
    return head.lowercased() + word.dropFirst(head.count)
  }

  private static func isAllCapitals(_ word: String) -> Bool {
    word.contains { $0.isUppercase } && !word.contains { $0.isLowercase }
  }

  private static func isHead(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isXIDStart && !scalar.properties.isDefaultIgnorableCodePoint
  }

  private static func isTail(_ scalar: Unicode.Scalar) -> Bool {
    let properties = scalar.properties
    return properties.isXIDContinue && !properties.isDefaultIgnorableCodePoint
      && properties.generalCategory != .connectorPunctuation
  }
}
