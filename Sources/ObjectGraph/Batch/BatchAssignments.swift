import Foundation
import GraphModel
import GraphQuery
import GraphValues

/// What a batch update sets, looked up in the model and checked against its rules.
struct BatchAssignments {
  private let assignments: [(name: String, value: AttributeValue)]
  private let selection: BatchSelection
  private let core: ContextCore
  private var entity: ResolvedEntity { selection.registry.entity }

  init(
    _ assignments: [(name: String, value: AttributeValue)], _ selection: BatchSelection, _ core: ContextCore
  ) {
    self.assignments = assignments
    self.selection = selection
    self.core = core
  }

  func resolved() throws -> [BatchUpdate.Assignment] {
    if assignments.isEmpty {
      throw GraphError(
        .invalidRequest, "a batch update of \(entity.name) sets no property", entity: entity.name)
    }
    var values: [Int: AttributeValue] = [:]
    var order: [Int] = []
    var failures: [ValidationFailure] = []
    let nobody = ObjectID(home: selection.registry.home, key: 0)
    for (name, value) in assignments {
      let property = try selection.registry.property(named: name)
      let value = try fitting(value, property)
      AttributeValidator(property).check(value) { rule, message in
        failures.append(
          ValidationFailure(objectID: nobody, property: property.name, rule: rule, message: message))
      }
      if values.updateValue(value, forKey: property.slot) == nil { order.append(property.slot) }
    }
    if !failures.isEmpty { throw GraphError(validation: failures, underlyingErrors: []) }
    try checkComposites(values)
    let given = order.map { BatchUpdate.Assignment(slot: $0, value: values[$0] ?? .null) }
    return given + derived(values)
  }

  private func fitting(_ value: AttributeValue, _ property: StoredProperty) throws -> AttributeValue {
    func refuse(_ code: GraphError.Code, _ reason: String) -> GraphError {
      GraphError(
        code, "a batch cannot update \(entity.name).\(property.name): \(reason)", entity: entity.name,
        properties: [property.name])
    }
    if let derivation = property.attribute?.derivation {
      throw refuse(.invalidValue, "it is derived (\(derivation))")
    }
    if !property.isPersistent { throw refuse(.invalidRequest, "it is transient, and in memory only") }
    guard let fitting = property.fitting(value, in: selection.registry.home) else {
      throw refuse(.invalidValue, "it is \(property.typeName) and cannot hold \(value.kindName)")
    }
    guard let link = selection.registry.relationships.toOne(at: property.slot) else { return fitting }
    if link.inverseSlot != nil {
      throw refuse(
        .invalidRequest,
        "both objects of a relationship that is to-one on both sides hold it; set it object by object")
    }
    if case .reference(let id) = fitting {
      let target = try core.registry(for: id)
      // An ID may name an entity above the object's own.
      guard target.isKind(of: link.destination) || link.destination.isKind(of: target) else {
        throw refuse(.wrongEntity, "it leads to \(link.destination.entity.name), and \(id) is none")
      }
    }
    return fitting
  }

  /// A composite that may be missing is set as a whole, or not at all, where its members depend on one another.
  private func checkComposites(_ values: [Int: AttributeValue]) throws {
    for composite in entity.composites where composite.isOptional {
      let set = composite.slots.filter { values[$0] != nil }
      if set.isEmpty { continue }
      let members = entity.properties.filter { composite.slots.contains($0.slot) }
      let required = members.filter { $0.attribute?.isOptional == false }
      if required.isEmpty { continue }
      guard set.count == composite.slots.count else {
        throw GraphError(
          .invalidRequest,
          "a batch update of \(entity.name) sets some members of \(members.first?.composite?.name ?? "a composite"), which may be missing: set all of them",
          entity: entity.name, properties: members.map(\.name))
      }
      guard values.contains(where: { composite.slots.contains($0.key) && !$0.value.isNull }) else { continue }
      let missing = required.filter { values[$0.slot]?.isNull ?? true }
      if missing.isEmpty { continue }
      let nobody = ObjectID(home: selection.registry.home, key: 0)
      throw GraphError(
        validation: missing.map {
          ValidationFailure(
            objectID: nobody, property: $0.name, rule: .required,
            message: "a value is required where the whole has one")
        }, underlyingErrors: [])
    }
  }

  // MARK: Derived attributes

  /// What follows from the values, for the entity and those that inherit from it.
  private func derived(_ values: [Int: AttributeValue]) -> [BatchUpdate.Assignment] {
    var result: [BatchUpdate.Assignment] = []
    var seen: Set<Int> = []
    let now = AttributeValue.date(Date())
    let entities = selection.registry.hierarchy.entities
    let family =
      selection.query.includesSubentities ? entity.familyNumbers.map { entities[$0].entity } : [entity]
    for member in family {
      for derivation in member.derivations {
        guard let value = Self.value(derivation, values, now: now), seen.insert(derivation.slot).inserted
        else { continue }
        let isCommon = entity.derivations.contains { $0.slot == derivation.slot }
        result.append(
          BatchUpdate.Assignment(
            slot: derivation.slot, value: value, entity: isCommon ? nil : member.name, isImplied: true))
      }
    }
    return result
  }

  private static func value(
    _ derivation: Derivation, _ values: [Int: AttributeValue], now: AttributeValue
  ) -> AttributeValue? {
    switch derivation.kind {
    case .count, .sum: nil
    case .now: now
    case .lowercase(let slot): values[slot].map { $0.text.map { .string($0.lowercased()) } ?? .null }
    case .canonical(let slot):
      values[slot].map { value in
        value.text.map { .string(TextFolding.fold($0, [.caseInsensitive, .diacriticInsensitive])) } ?? .null
      }
    }
  }
}

extension AttributeValue {
  /// The text, where this is one.
  fileprivate var text: String? {
    if case .string(let text) = self { text } else { nil }
  }
}
