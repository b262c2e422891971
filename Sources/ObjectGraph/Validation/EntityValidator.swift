import GraphModel
import GraphValues

/// The rules of an entity's attributes, prepared once.
struct EntityValidator {
  /// All that have a rule.
  private let attributes: [AttributeValidator]
  /// Those with a rule besides being required.
  private let constrained: [AttributeValidator]
  /// The slots that are required, as a row's null bitmap has them.
  private let required: [UInt64]
  /// Optional composites with members that are required where there is a value.
  private let composites: [CompositeValidator]

  init(_ entity: ResolvedEntity) {
    // What is derived is not given by anybody, and may not be computed yet.
    let given = entity.properties.filter { $0.attribute?.derivation == nil }
    attributes = given.map { AttributeValidator($0) }.filter { !$0.isTrivial }
    constrained = attributes.filter(\.constrainsPackedValues)
    var required = [UInt64](repeating: 0, count: entity.layout.nullWords)
    for property in given where !property.isOptional {
      required[property.slot / 64] |= 1 << UInt64(property.slot % 64)
    }
    self.required = required
    composites = entity.composites.compactMap { CompositeValidator($0, of: entity) }
  }

  /// The rules that an object's unsaved values break.
  func validate(_ object: ManagedObject, into failures: inout [ValidationFailure]) {
    if let newRows = object.newRows {
      // What a row holds is of its type; only a rare object needs more than the bitmap and the constraints.
      let isWhole = object.overlay == nil && newRows.buffer.hasAll(required, row: object.row)
      for validator in isWhole ? constrained : attributes {
        check(object.currentValue(validator.slot) ?? .null, validator, object, &failures)
      }
      if object.overlay != nil { checkUnstorable(object, &failures) }
    } else if let overlay = object.overlay {
      for validator in attributes {
        if let value = overlay[validator.slot] { check(value, validator, object, &failures) }
      }
    }
    for validator in composites { validator.validate(object, into: &failures) }
  }

  /// The rules that a row of an object which is never made breaks; what it holds is of its type.
  func validate(
    _ rows: RowBuffer, row: Int, of registry: EntityRegistry, into failures: inout [ValidationFailure]
  ) {
    let isWhole = rows.hasAll(required, row: row)
    if isWhole, constrained.isEmpty, composites.isEmpty { return }
    let id = ObjectID(home: registry.home, key: rows.key(row))
    for validator in isWhole ? constrained : attributes {
      let value = registry.decode(rows, row: row, slot: validator.slot) ?? .null
      validator.check(value) { rule, message in
        failures.append(
          ValidationFailure(objectID: id, property: validator.name, rule: rule, message: message))
      }
    }
    for validator in composites {
      validator.validate(id, into: &failures) { rows.isNull($0, row: row) }
    }
  }

  /// A value that no row could hold and no rule has named is too large.
  private func checkUnstorable(_ object: ManagedObject, _ failures: inout [ValidationFailure]) {
    for property in object.registry.entity.properties where object.overlay?[property.slot] != nil {
      if failures.contains(where: { $0.objectID == object.id && $0.property == property.name }) { continue }
      failures.append(
        ValidationFailure(
          objectID: object.id, property: property.name, rule: .type,
          message: "the value is too large, or cannot be stored as \(property.typeName)"))
    }
  }

  private func check(
    _ value: AttributeValue, _ validator: AttributeValidator, _ object: ManagedObject,
    _ failures: inout [ValidationFailure]
  ) {
    validator.check(value) { rule, message in
      failures.append(
        ValidationFailure(objectID: object.id, property: validator.name, rule: rule, message: message))
    }
  }
}
