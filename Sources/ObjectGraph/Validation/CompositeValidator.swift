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
    guard slots.contains(where: { object.currentValue($0)?.isNull == false }) else { return }
    for property in required where object.currentValue(property.slot)?.isNull ?? false {
      failures.append(
        ValidationFailure(
          objectID: object.id, property: property.name, rule: .required,
          message: "a value is required where the whole has one"))
    }
  }
}
