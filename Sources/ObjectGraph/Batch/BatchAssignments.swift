import Foundation
import GraphModel
import GraphQuery
import GraphValues

/// What a batch update sets, looked up in the model and checked against its rules.
struct BatchAssignments {
  private let assignments: [(name: String, value: BatchValue)]
  private let variables: [String: AttributeValue]
  private let selection: BatchSelection
  private let core: ContextCore
  private var entity: ResolvedEntity { selection.registry.entity }

  init(
    _ assignments: [(name: String, value: BatchValue)], _ variables: [String: AttributeValue],
    _ selection: BatchSelection, _ core: ContextCore
  ) {
    self.assignments = assignments
    self.variables = variables
    self.selection = selection
    self.core = core
  }

  /// The update with all that is set and all that follows.
  func resolved() throws -> BatchUpdate {
    if assignments.isEmpty {
      throw GraphError(
        .invalidRequest, "a batch update of \(entity.name) sets no property", entity: entity.name)
    }
    var values: [Int: AttributeValue] = [:]
    var expressions: [Int: (property: StoredProperty, expression: QueryExpression)] = [:]
    var order: [Int] = []
    for (name, value) in assignments {
      let property = try selection.registry.property(named: name)
      try checkSettable(property)
      if values[property.slot] == nil, expressions[property.slot] == nil { order.append(property.slot) }
      values[property.slot] = nil
      expressions[property.slot] = nil
      switch value {
      case .constant(let value): values[property.slot] = try fitting(value, property)
      case .expression(let expression): expressions[property.slot] = (property, expression)
      }
    }
    try check(values)
    try checkComposites(values, Set(expressions.keys))
    var update = BatchUpdate(
      selection.query,
      order.compactMap { slot in values[slot].map { BatchUpdate.Assignment(slot: slot, value: $0) } }
        + derived(values))
    if expressions.isEmpty { return update }
    let computed = try BatchComputations(
      order.compactMap { expressions[$0] }, values, variables, selection, core)
    update.computations = computed.computations
    update.completion = { [self] key, number, new in
      try computed.complete(key, number, new) { derived($0) }
    }
    return update
  }

  private func check(_ values: [Int: AttributeValue]) throws {
    var failures: [ValidationFailure] = []
    let nobody = ObjectID(home: selection.registry.home, key: 0)
    for property in entity.properties {
      guard let value = values[property.slot] else { continue }
      AttributeValidator(property).check(value) { rule, message in
        failures.append(
          ValidationFailure(objectID: nobody, property: property.name, rule: rule, message: message))
      }
    }
    if !failures.isEmpty { throw GraphError(validation: failures, underlyingErrors: []) }
  }

  private func refusal(_ code: GraphError.Code, _ property: StoredProperty, _ reason: String) -> GraphError {
    GraphError(
      code, "a batch cannot update \(entity.name).\(property.name): \(reason)", entity: entity.name,
      properties: [property.name])
  }

  private func checkSettable(_ property: StoredProperty) throws {
    if let derivation = property.attribute?.derivation {
      throw refusal(.invalidValue, property, "it is derived (\(derivation))")
    }
    if !property.isPersistent {
      throw refusal(.invalidRequest, property, "it is transient, and in memory only")
    }
    if selection.registry.relationships.toOne(at: property.slot)?.inverseSlot != nil {
      throw refusal(
        .invalidRequest, property,
        "both objects of a relationship that is to-one on both sides hold it; set it object by object")
    }
  }

  private func fitting(_ value: AttributeValue, _ property: StoredProperty) throws -> AttributeValue {
    guard let fitting = property.fitting(value, in: selection.registry.home) else {
      throw refusal(
        .invalidValue, property, "it is \(property.typeName) and cannot hold \(value.kindName)")
    }
    guard let link = selection.registry.relationships.toOne(at: property.slot) else { return fitting }
    if case .reference(let id) = fitting {
      let target = try core.registry(for: id)
      // An ID may name an entity above the object's own.
      guard target.isKind(of: link.destination) || link.destination.isKind(of: target) else {
        throw refusal(
          .wrongEntity, property, "it leads to \(link.destination.entity.name), and \(id) is none")
      }
    }
    return fitting
  }

  /// A composite that may be missing is set as a whole, or not at all, where its members depend on one another.
  private func checkComposites(_ values: [Int: AttributeValue], _ computed: Set<Int>) throws {
    for composite in entity.composites where composite.isOptional {
      let set = composite.slots.filter { values[$0] != nil }
      if set.isEmpty, computed.isDisjoint(with: composite.slots) { continue }
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
        guard derivation.textSlot.map({ values[$0] != nil }) ?? true,
          let value = derivation.value(now: now, text: { values[$0]?.text }),
          seen.insert(derivation.slot).inserted
        else { continue }
        let isCommon = entity.derivations.contains { $0.slot == derivation.slot }
        result.append(
          BatchUpdate.Assignment(
            slot: derivation.slot, value: value, entity: isCommon ? nil : member.name, isImplied: true))
      }
    }
    return result
  }
}
