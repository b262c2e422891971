import GraphModel
import GraphValues

/// A model with an attribute that has no column.
enum ResolvedModelWithTransient {
  static let model = ResolvedModel(
    EntityModel(
      name: "Gone", version: nil,
      entities: [
        EntityDescription(
          name: "Gone", attributes: [AttributeDescription(name: "later", type: .int64, isTransient: true)])
      ], fingerprint: ""))
}
