import GraphValues

/// What is kept in memory only, or computed, has no settings of what is stored.
struct TransientRule: AttributeRule {
  func check(_ attribute: AttributeDescription, _ reader: ObjectReader, _ log: MistakeLog) {
    if attribute.isTransient && attribute.derivation != nil {
      log.add(reader.place(of: "transient"), "a derived attribute is stored; it cannot be transient")
    }
    if attribute.isTransient && attribute.isExternal {
      log.add(reader.place(of: "external"), "a transient attribute is not stored; it cannot be external")
    }
    if attribute.derivation != nil && reader.has("default") {
      log.add(reader.place(of: "default"), "a derived attribute is computed; it has no default")
    }
  }
}
