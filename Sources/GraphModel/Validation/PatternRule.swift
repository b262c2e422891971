import GraphValues

/// Patterns are for strings, and regular expressions.
struct PatternRule: AttributeRule {
  func check(_ attribute: AttributeDescription, _ reader: ObjectReader, _ log: MistakeLog) {
    guard let pattern = attribute.pattern else { return }
    if attribute.type != .string || attribute.isArray {
      log.add(reader.place(of: "pattern"), "only strings have a pattern, not \(TypeTraits.noun(attribute))")
    } else if ValuePattern(pattern) == nil {
      log.add(reader.place(of: "pattern"), "\(MistakeLog.quote(pattern)) is not a regular expression")
    }
  }
}
