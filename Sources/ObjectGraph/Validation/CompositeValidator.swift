import GraphModel
import GraphValues

/// What an optional composite requires once it has a value: its members that are not optional themselves.
struct CompositeValidator {
  private let slots: [Int]
  private let required: [StoredProperty]

  /// Nil where there is nothing to check.
  init?(_ composite: ResolvedComposite, of entity: ResolvedEntity) {
    let members = entity.properties.filter { composite.slots.contains($0.slot) }
    slots = composite.slots
    required = members.filter { $0.attribute?.isOptional == false }
    if !composite.isOptional || required.isEmpty { return nil }
  }

  func validate(_ object: ManagedObject, into failures: inout [ValidationFailure]) {
    if object.newRows == nil, object.overlay == nil { return }
    validate(object.id, into: &failures) { object.currentValue($0)?.isNull }
  }

  /// - Parameter isNull: tells the slots without a value; nil where a value cannot be read.
  func validate(_ id: ObjectID, into failures: inout [ValidationFailure], isNull: (Int) -> Bool?) {
    guard slots.contains(where: { isNull($0) == false }) else { return }
    for property in required where isNull(property.slot) ?? false {
      failures.append(
        ValidationFailure(
          objectID: id, property: property.name, rule: .required,
          message: "a value is required where the whole has one"))
    }
  }
}
