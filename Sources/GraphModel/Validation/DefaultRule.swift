import GraphValues

/// Defaults keep the attribute's own rules.
struct DefaultRule: AttributeRule {
  func check(_ attribute: AttributeDescription, _ reader: ObjectReader, _ log: MistakeLog) {
    guard case .value(let value) = attribute.defaultValue else { return }
    if let mistake = mistake(value, attribute) { log.add(reader.place(of: "default"), mistake) }
  }

  private func mistake(_ value: AttributeValue, _ attribute: AttributeDescription) -> String? {
    if let least = attribute.minimum, RangeRule.precedes(value, least) {
      return "the default is less than min"
    }
    if let most = attribute.maximum, RangeRule.precedes(most, value) { return "the default is more than max" }
    if !attribute.values.isEmpty && !attribute.values.contains(value) {
      return "the default is not among the values"
    }
    if TypeTraits.hasLength(attribute), let length = length(value) {
      if let least = attribute.minimumLength, length < least {
        return "the default is shorter than minLength"
      }
      if let most = attribute.maximumLength, length > most { return "the default is longer than maxLength" }
    }
    if let pattern = attribute.pattern, case .string(let text) = value {
      switch ValuePattern(pattern)?.match(text, limit: .milliseconds(200)) {
      case .noMatch: return "the default does not match the pattern"
      case .outOfTime: return "the pattern takes too long on the default"
      case .match, nil: break
      }
    }
    return nil
  }

  private func length(_ value: AttributeValue) -> Int? {
    switch value {
    case .string(let text): text.unicodeScalars.count
    case .data(let data): data.count
    case .array(let elements): elements.count
    default: nil
    }
  }
}
