import GraphValues

/// Operations in which others take part: another context, or records from outside.
extension OperationGenerator {
  /// What another context does to the stored graph.
  mutating func writeElsewhere(_ graph: ReferenceGraph) -> GraphOperation {
    let there = graph.asStored
    let living = there.living
    if living.isEmpty { return .compare }
    let operations = (0..<Int.random(in: 1...3, using: &random)).map { _ -> GraphOperation in
      switch Int.random(in: 0..<8, using: &random) {
      case 0: return .delete(pick(living))
      case 1: return setOne(living, there)
      case 2: return changeMany(living, there)
      default: return set(living, there)
      }
    }
    return .elsewhere(operations, tries: random.oneIn(2))
  }

  // MARK: Records

  mutating func importSomething(_ graph: ReferenceGraph) {
    guard let index = concrete.randomElement(using: &random) else { return }
    if random.oneIn(3) {
      let record = record(index, graph)
      queue.append(.findOrInsert(record.number, entity: record.entity, record.values))
      return
    }
    var root = record(index, graph)
    let relationships = schema.entities[index].relationships.map { schema.relationships[$0] }
    for relationship in relationships where !relationship.isImplicit && random.oneIn(2) {
      let entities = concrete.filter { schema.entities[relationship.destination].family.contains($0) }
      var records: [ReferenceRecord] = []
      for _ in 0..<(relationship.isToMany ? Int.random(in: 1...3, using: &random) : 1) {
        if let entity = entities.randomElement(using: &random) { records.append(record(entity, graph)) }
      }
      if !records.isEmpty { root.related.append((relationship.name, relationship.isToMany, records)) }
    }
    queue.append(.importRecord(root))
  }

  /// Values of a new object; of the unique ones now and then those of one that is there.
  private mutating func record(_ index: Int, _ graph: ReferenceGraph) -> ReferenceRecord {
    let entity = schema.entities[index]
    var values: [String: AttributeValue] = [:]
    for attribute in entity.attributes where !attribute.isOptional || random.oneIn(2) {
      values[attribute.name] = RandomModel.value(of: attribute.kind, &random)
    }
    for constraint in schema.uniqueness where constraint.family.contains(index) && random.oneIn(2) {
      guard let number = graph.family(constraint.owner).randomElement(using: &random) else { continue }
      for name in constraint.properties {
        if let value = graph.objects[number]?.values[name], !value.isNull { values[name] = value }
      }
    }
    let number = nextNumber
    nextNumber += 1
    return ReferenceRecord(number, entity: entity.name, values)
  }

  // MARK: Unique values

  /// Two objects exchange the values that have to be unique.
  mutating func exchange(_ graph: ReferenceGraph) {
    guard let constraint = schema.uniqueness.randomElement(using: &random) else { return }
    let numbers = graph.living.filter { number in
      constraint.family.contains(graph.objects[number]?.entity ?? -1)
    }.shuffled(using: &random)
    guard numbers.count > 1 else { return }
    for (number, other) in [(numbers[0], numbers[1]), (numbers[1], numbers[0])] {
      for name in constraint.properties {
        if let value = graph.objects[other]?.values[name] { queue.append(.set(number, name, value)) }
      }
    }
    queue.append(.save)
  }
}
