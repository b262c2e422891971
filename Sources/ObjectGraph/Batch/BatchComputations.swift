import GraphModel
import GraphQuery
import GraphValues

/// What a batch update works out for each object, looked up in the model.
struct BatchComputations {
  private let properties: [StoredProperty]
  private let validators: [AttributeValidator]
  private let constants: [Int: AttributeValue]
  private let selection: BatchSelection
  let computations: [BatchUpdate.Computation]

  /// - Parameter constants: what else is set, by slot.
  init(
    _ expressions: [(property: StoredProperty, expression: QueryExpression)],
    _ constants: [Int: AttributeValue],
    _ variables: [String: AttributeValue], _ selection: BatchSelection, _ core: ContextCore
  ) throws {
    let entity = selection.registry.entity
    properties = expressions.map(\.property)
    validators = properties.map { AttributeValidator($0) }
    self.constants = constants
    self.selection = selection
    let sources = Set(
      selection.registry.hierarchy.entities.flatMap(\.entity.derivations).compactMap(\.textSlot))
    let unique = Set(entity.uniquenessConstraints.joined())
    computations = try expressions.map { property, expression in
      guard let attribute = property.attribute, !attribute.isArray, !attribute.isExternal else {
        throw GraphError(
          .invalidRequest,
          "a batch cannot work out \(entity.name).\(property.name), which is \(property.typeName): set it to a constant",
          entity: entity.name, properties: [property.name])
      }
      let resolved = try expression.resolve(
        in: entity, model: core.model, variables: variables, store: core.store.identifier)
      let column = resolved.column
      let isPlain =
        Self.isSame(column.kind, attribute.type) && resolved.relationships.isEmpty
        && (property.isOptional || !column.isOptional)
        && !AttributeValidator(property).constrainsPackedValues && !sources.contains(property.slot)
        && !unique.contains(property.name)
      return BatchUpdate.Computation(slot: property.slot, expression: resolved, isPlain: isPlain)
    }
    if !computations.allSatisfy(\.isPlain) { try checkConstants(entity) }
  }

  /// Values that are worked out and checked are written row by row; what has to be placed or kept in a file is not.
  private func checkConstants(_ entity: ResolvedEntity) throws {
    let odd = entity.properties.filter { property in
      constants[property.slot] != nil && property.attribute?.isExternal ?? true
    }
    guard let property = odd.first else { return }
    throw GraphError(
      .invalidRequest,
      "a batch update of \(entity.name) that works values out cannot set \(property.name) as well, which is a relationship or external: set it with a request of its own",
      entity: entity.name, properties: odd.map(\.name))
  }

  /// Whether SQL gives just what a column of a type keeps. Doubles may come to be none (NaN), and decimals are kept in
  /// two ways.
  private static func isSame(_ kind: QueryColumn.Kind, _ type: AttributeType) -> Bool {
    switch (kind, type) {
    case (.int16, .int64), (.int32, .int64), (.int64, .int64), (.bool, .bool), (.string, .string): true
    default: false
    }
  }

  /// Checks what was worked out for a row, and adds what else is set in it.
  ///
  /// - Parameter derived: gives what follows from values.
  func complete(
    _ key: Int64, _ entityNumber: Int, _ values: [AttributeValue],
    _ derived: ([Int: AttributeValue]) -> [BatchUpdate.Assignment]
  ) throws -> [(property: StoredProperty, value: AttributeValue, isImplied: Bool)] {
    let entities = selection.registry.hierarchy.entities
    let registry = entities.indices.contains(entityNumber) ? entities[entityNumber] : selection.registry
    let id = ObjectID(home: registry.home, key: key)
    var failures: [ValidationFailure] = []
    var all = constants
    for (index, property) in properties.enumerated() {
      guard let fitting = property.fitting(values[index], in: registry.home) else {
        failures.append(
          ValidationFailure(
            objectID: id, property: property.name, rule: .type,
            message: "what was worked out does not fit \(property.typeName)"))
        continue
      }
      validators[index].check(fitting) { rule, message in
        failures.append(
          ValidationFailure(objectID: id, property: property.name, rule: rule, message: message))
      }
      all[property.slot] = fitting
    }
    if !failures.isEmpty { throw GraphError(validation: failures, underlyingErrors: []) }
    var result: [(property: StoredProperty, value: AttributeValue, isImplied: Bool)] = []
    for property in registry.entity.properties {
      if let value = all[property.slot] { result.append((property, value, false)) }
    }
    for assignment in derived(all) {
      // What not every entity has is not set in the others.
      guard let property = registry.entity.properties.first(where: { $0.slot == assignment.slot }) else {
        continue
      }
      result.append((property, assignment.value, true))
    }
    return result
  }
}
