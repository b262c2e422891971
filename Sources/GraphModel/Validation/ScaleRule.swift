import GraphValues

/// Only decimals have a scale.
struct ScaleRule: AttributeRule {
  func check(_ attribute: AttributeDescription, _ reader: ObjectReader, _ log: MistakeLog) {
    if !reader.has("scale") { return }
    if attribute.type != .decimal {
      log.add(reader.place(of: "scale"), "only decimals have a scale, not \(TypeTraits.noun(attribute))")
    } else if attribute.isArray {
      log.add(reader.place(of: "scale"), "the decimals of an array have no scale")
    }
  }
}
