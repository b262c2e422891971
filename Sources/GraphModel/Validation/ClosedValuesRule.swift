import GraphValues

/// Closed sets are for strings and integers, without duplicates.
struct ClosedValuesRule: AttributeRule {
  func check(_ attribute: AttributeDescription, _ reader: ObjectReader, _ log: MistakeLog) {
    guard let node = reader.node("values") else { return }
    let place = reader.place(of: "values")
    if !TypeTraits.canBeClosed(attribute) {
      log.add(
        place, "only strings and integers have a closed set of values, not \(TypeTraits.noun(attribute))")
      return
    }
    guard case .array(let elements) = node.kind else { return }
    if elements.isEmpty { log.add(place, "a closed set of no values") }
    if elements.count != attribute.values.count { return }
    var seen: Set<AttributeValue> = []
    for (index, value) in attribute.values.enumerated() {
      let place = place.element(index, offset: elements[index].offset)
      if case .string("") = value { log.add(place, "an empty string cannot be a case of an enumeration") }
      if !seen.insert(value).inserted { log.add(place, "duplicate value \(elements[index].compactText)") }
    }
    for key in ["min", "max", "minLength", "maxLength", "pattern"] where reader.has(key) {
      log.add(reader.place(of: key), "\"\(key)\" has no use beside \"values\"")
    }
  }
}
