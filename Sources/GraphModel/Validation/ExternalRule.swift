import GraphValues

/// Only what may be large is kept beside the store.
struct ExternalRule: AttributeRule {
  func check(_ attribute: AttributeDescription, _ reader: ObjectReader, _ log: MistakeLog) {
    if attribute.isExternal && !TypeTraits.canBeExternal(attribute) {
      log.add(
        reader.place(of: "external"),
        "only data, string and codable attributes can be external, not \(TypeTraits.noun(attribute))")
    }
  }
}
