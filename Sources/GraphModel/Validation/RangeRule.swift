import GraphValues

/// Bounds are for numbers and dates, the smaller first.
struct RangeRule: AttributeRule {
  func check(_ attribute: AttributeDescription, _ reader: ObjectReader, _ log: MistakeLog) {
    if !TypeTraits.isOrdered(attribute) {
      for key in ["min", "max"] where reader.has(key) {
        let advice = TypeTraits.hasLength(attribute) ? "; did you mean \"\(key)Length\"?" : ""
        log.add(
          reader.place(of: key),
          "only numbers and dates have bounds, not \(TypeTraits.noun(attribute))\(advice)")
      }
      return
    }
    if let least = attribute.minimum, let most = attribute.maximum, Self.precedes(most, least) {
      log.add(reader.place(of: "min"), "min is more than max")
    }
  }

  /// Whether one value is smaller than another of the same type.
  static func precedes(_ left: AttributeValue, _ right: AttributeValue) -> Bool {
    switch (left, right) {
    case (.int(let left), .int(let right)): left < right
    case (.double(let left), .double(let right)): left < right
    case (.decimal(let left), .decimal(let right)): left < right
    case (.date(let left), .date(let right)): left < right
    default: false
    }
  }
}
