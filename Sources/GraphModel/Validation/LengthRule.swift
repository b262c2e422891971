import GraphValues

/// Lengths are for strings, data and arrays, the smaller first.
struct LengthRule: AttributeRule {
  func check(_ attribute: AttributeDescription, _ reader: ObjectReader, _ log: MistakeLog) {
    if !TypeTraits.hasLength(attribute) {
      for key in ["minLength", "maxLength"] where reader.has(key) {
        log.add(
          reader.place(of: key),
          "only strings, data and arrays have a length, not \(TypeTraits.noun(attribute))")
      }
      return
    }
    if let least = attribute.minimumLength, let most = attribute.maximumLength, least > most {
      log.add(reader.place(of: "minLength"), "minLength \(least) is more than maxLength \(most)")
    }
  }
}
