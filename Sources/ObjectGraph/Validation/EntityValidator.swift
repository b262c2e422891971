import GraphModel
import GraphValues

/// The rules of an entity's attributes, prepared once.
struct EntityValidator {
  private let attributes: [AttributeValidator]

  init(_ entity: ResolvedEntity) {
    attributes = entity.properties.compactMap { property in
      let validator = AttributeValidator(property)
      return validator.isTrivial ? nil : validator
    }
  }

  /// The rules that an object's unsaved values break.
  func validate(_ object: ManagedObject, into failures: inout [ValidationFailure]) {
    guard let overlay = object.overlay else { return }
    for validator in attributes {
      guard let value = overlay[validator.slot] else { continue }
      validator.check(value) { rule, message in
        failures.append(
          ValidationFailure(objectID: object.id, property: validator.name, rule: rule, message: message))
      }
    }
  }
}
