/// What the text of a derived attribute says: `posts.@count`, `posts.@sum.price`, `lowercase:(name)`,
/// `canonical:(name)`, `now()`.
enum DerivationText: Sendable, Hashable {
  case count(relationship: String)
  case sum(relationship: String, property: String)
  case lowercase(property: String)
  case canonical(property: String)
  case now

  /// - Returns: nil where the text is none of the forms; whether what it names is there is another question.
  init?(_ text: String) {
    if text == "now()" {
      self = .now
    } else if let property = Self.argument(of: "lowercase", in: text) {
      self = .lowercase(property: property)
    } else if let property = Self.argument(of: "canonical", in: text) {
      self = .canonical(property: property)
    } else {
      let parts = text.split(separator: ".", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
      guard parts.count >= 2, Self.isPath(parts[0]) else { return nil }
      if parts.count == 2, parts[1] == "@count" {
        self = .count(relationship: parts[0])
      } else if parts.count == 3, parts[1] == "@sum", Self.isPath(parts[2]) {
        self = .sum(relationship: parts[0], property: parts[2])
      } else {
        return nil
      }
    }
  }

  /// What is wrong with a text that is no derivation.
  static func mistake(in text: String) -> String {
    "\(MistakeLog.quote(text)) is no derivation" + (advice(for: text) ?? allForms)
  }

  private static let allForms =
    "; the forms are posts.@count, posts.@sum.price, lowercase:(name), canonical:(name) and now()"

  private static func advice(for text: String) -> String? {
    if ["now", "now:()", "$now"].contains(text.lowercased()) { return didYouMean("now()") }
    for function in ["lowercase", "canonical"] {
      // Of `lowercase(name)`, `lowercase: (name)` and `LOWERCASE:(name)` the name is clear.
      guard text.lowercased().hasPrefix(function) else { continue }
      let rest = text.dropFirst(function.count).drop { ":( ".contains($0) }.prefix { !") ".contains($0) }
      return isPath(rest) ? didYouMean("\(function):(\(rest))") : nil
    }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard parts.count >= 2 else { return nil }
    guard let operation = parts.first(where: { $0.hasPrefix("@") }) else {
      let near = ["count": "@count", "sum": "@sum"][parts[1]]
      return near.flatMap { didYouMean(([parts[0], $0] + parts.dropFirst(2)).joined(separator: ".")) }
    }
    if operation == "@sum" {
      if parts.last == "@sum", parts.count == 3 { return didYouMean("\(parts[0]).@sum.\(parts[1])") }
      return parts.count == 2 ? "; name what is summed, as in \"\(parts[0]).@sum.price\"" : nil
    }
    if operation == "@count" {
      return parts.count > 2 ? "; only what one relationship leads to is counted" : nil
    }
    guard let near = Suggestion.nearest(to: operation, among: ["@count", "@sum"]), parts[1] == operation
    else {
      return "; only @count and @sum are kept by the store"
    }
    return didYouMean(([parts[0], near] + parts.dropFirst(2)).joined(separator: "."))
  }

  private static func didYouMean(_ text: String) -> String? {
    DerivationText(text) == nil ? nil : "; did you mean \(MistakeLog.quote(text))?"
  }

  private static func argument(of function: String, in text: String) -> String? {
    guard text.hasPrefix("\(function):("), text.hasSuffix(")") else { return nil }
    let argument = String(text.dropFirst(function.utf8.count + 2).dropLast())
    return isPath(argument) ? argument : nil
  }

  /// Whether a text can name a property or a composite's member.
  private static func isPath(_ text: some StringProtocol) -> Bool {
    !text.isEmpty && text.unicodeScalars.allSatisfy { $0.properties.isXIDContinue || $0 == "." }
  }
}
