import Foundation
import GraphModel
import GraphValues

/// What an attribute's property says about itself: the model's words, then the rules that a value has to keep.
enum AttributeDocumentation {
  static func text(_ attribute: AttributeInterface) -> String {
    let head = attribute.description.documentation ?? "The attribute \"\(attribute.name)\"."
    let rules = rules(attribute.description)
    let notes = [
      rules.isEmpty ? nil : "A value " + list(rules) + ".",
      attribute.description.derivation.map { "It is computed: `\($0)`." },
      attribute.isTransient ? "It is kept in memory only." : nil,
    ]
    return ([head] + notes.compactMap { $0 }).joined(separator: "\n\n")
  }

  private static func rules(_ attribute: AttributeDescription) -> [String] {
    var rules: [String] = []
    switch (attribute.minimum.flatMap(text), attribute.maximum.flatMap(text)) {
    case (let least?, let most?): rules.append("is from \(least) to \(most)")
    case (let least?, nil): rules.append("is at least \(least)")
    case (nil, let most?): rules.append("is at most \(most)")
    case (nil, nil): break
    }
    let unit = attribute.isArray ? "element" : attribute.type == .data ? "byte" : "character"
    switch (attribute.minimumLength, attribute.maximumLength) {
    case (let least?, let most?): rules.append("has from \(least) to \(count(most, unit))")
    case (let least?, nil): rules.append("has at least \(count(least, unit))")
    case (nil, let most?): rules.append("has at most \(count(most, unit))")
    case (nil, nil): break
    }
    if let scale = attribute.scale { rules.append("has at most \(count(scale, "decimal place"))") }
    if let pattern = attribute.pattern { rules.append("matches the regular expression `\(pattern)`") }
    return rules
  }

  private static func list(_ rules: [String]) -> String {
    guard let last = rules.last, rules.count > 1 else { return rules.joined() }
    return rules.dropLast().joined(separator: ", ") + " and " + last
  }

  private static func count(_ count: Int, _ unit: String) -> String {
    "\(count) \(unit)\(count == 1 ? "" : "s")"
  }

  private static func text(_ value: AttributeValue) -> String? {
    switch value {
    case .int(let value): String(value)
    case .double(let value): value.description
    case .decimal(let value): value.description
    case .date(let value): value.formatted(.iso8601)
    default: nil
    }
  }
}
