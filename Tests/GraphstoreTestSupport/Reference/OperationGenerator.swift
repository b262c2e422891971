import GraphValues

/// Thinks of operations that make sense, mostly, on a graph as it is.
package struct OperationGenerator {
  package internal(set) var random: SeededGenerator
  let schema: ReferenceSchema
  private let isUndoable: Bool
  let concrete: [Int]
  private let sizeLimit: Int
  var nextNumber = 1
  var queue: [GraphOperation] = []

  package init(_ random: SeededGenerator, _ schema: ReferenceSchema, isUndoable: Bool = false) {
    self.random = random
    self.schema = schema
    self.isUndoable = isUndoable
    concrete = schema.entities.filter { !$0.isAbstract }.map(\.index)
    sizeLimit = Int.random(in: 4...14, using: &self.random)
  }

  package mutating func next(_ graph: ReferenceGraph) -> GraphOperation {
    if !queue.isEmpty { return queue.removeFirst() }
    let living = graph.living
    if isUndoable, random.oneIn(4) {
      return random.oneIn(2) ? .endGroup : random.oneIn(3) ? .redo : .undo
    }
    if random.oneIn(25) { return writeElsewhere(graph) }
    if random.oneIn(20) { return random.oneIn(2) ? .beginChild : .endChild(saves: random.oneIn(2)) }
    if random.oneIn(25) { importSomething(graph) }
    if !living.isEmpty, random.oneIn(50) { exchange(graph) }
    if !queue.isEmpty { return queue.removeFirst() }
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<12 where living.count < sizeLimit, _ where living.isEmpty: insert(graph)
    case 12..<22: return set(living, graph)
    case 22..<37: return setOne(living, graph)
    case 37..<62: return changeMany(living, graph)
    case 62..<70: return .delete(pick(living))
    case 70..<74: return .save
    case 74..<78: repair(graph)
    case 78..<80: return .rollback
    case 80..<83: return .refresh(pick(living), merges: Bool.random(using: &random))
    case 83: return .refreshAll
    case 84: return random.oneIn(4) ? .reset : random.oneIn(4) ? .reopen : .compare
    case 85..<88: return .letGo
    case 88..<91: return .hold(pick(living))
    case 91..<98: return look(living, graph)
    default: return .compare
    }
    return queue.isEmpty ? .compare : queue.removeFirst()
  }

  mutating func pick(_ numbers: [Int]) -> Int { numbers.randomElement(using: &random) ?? 0 }

  // MARK: Inserting and setting

  private mutating func insert(_ graph: ReferenceGraph) {
    guard let index = concrete.randomElement(using: &random) else { return }
    let number = nextNumber
    nextNumber += 1
    let entity = schema.entities[index]
    queue.append(.insert(number, entity: entity.name))
    if random.oneIn(6) { return }
    for attribute in entity.attributes where !attribute.isOptional && attribute.defaultValue.isNull {
      queue.append(.set(number, attribute.name, RandomModel.value(of: attribute.kind, &random)))
    }
    for relationship in entity.relationships.map({ schema.relationships[$0] }) where !relationship.isImplicit
    {
      if !relationship.isToMany, relationship.isRequired || random.oneIn(3) {
        let candidates = graph.family(relationship.destination)
        if !candidates.isEmpty { queue.append(.setOne(number, relationship.name, pick(candidates))) }
      } else if relationship.minimum > 0 {
        for member in graph.family(relationship.destination).shuffled(using: &random).prefix(
          relationship.minimum)
        {
          queue.append(.add(number, relationship.name, member))
        }
      }
    }
  }

  mutating func set(_ living: [Int], _ graph: ReferenceGraph) -> GraphOperation {
    let number = pick(living)
    guard let attribute = graph.entity(of: number)?.attributes.randomElement(using: &random) else {
      return .compare
    }
    let isNull = attribute.isOptional ? random.oneIn(5) : random.oneIn(30)
    return .set(number, attribute.name, isNull ? .null : RandomModel.value(of: attribute.kind, &random))
  }

  private mutating func relationship(
    of number: Int, _ graph: ReferenceGraph, isToMany: Bool
  ) -> ReferenceSchema.Relationship? {
    graph.entity(of: number)?.relationships.map { schema.relationships[$0] }
      .filter { !$0.isImplicit && $0.isToMany == isToMany }.randomElement(using: &random)
  }

  /// Somebody to relate to: now and then one of another entity, or a deleted one.
  private mutating func candidate(_ relationship: ReferenceSchema.Relationship, _ graph: ReferenceGraph)
    -> Int?
  {
    if random.oneIn(40) { return graph.objects.keys.sorted().randomElement(using: &random) }
    return graph.family(relationship.destination).randomElement(using: &random)
  }

  mutating func setOne(_ living: [Int], _ graph: ReferenceGraph) -> GraphOperation {
    let number = pick(living)
    guard let relationship = relationship(of: number, graph, isToMany: false) else {
      return changeMany(living, graph)
    }
    let isNil = relationship.isRequired ? random.oneIn(20) : random.oneIn(4)
    return .setOne(number, relationship.name, isNil ? nil : candidate(relationship, graph))
  }

  mutating func changeMany(_ living: [Int], _ graph: ReferenceGraph) -> GraphOperation {
    let number = pick(living)
    guard let relationship = relationship(of: number, graph, isToMany: true) else {
      return set(living, graph)
    }
    let members = graph.members(relationship, of: number)
    let name = relationship.name
    switch Int.random(in: 0..<12, using: &random) {
    case 0..<4:
      guard let member = candidate(relationship, graph) else { return .compare }
      return .add(number, name, member)
    case 4..<6 where relationship.isOrdered:
      guard let member = candidate(relationship, graph) else { return .compare }
      let count = members.count - (members.contains(member) ? 1 : 0)
      return .insertAt(number, name, member, index: Int.random(in: 0...max(0, count), using: &random))
    case 6..<8 where relationship.isOrdered && members.count > 1:
      return .move(
        number, name, from: Int.random(in: members.indices, using: &random),
        to: Int.random(in: members.indices, using: &random))
    case 8..<10:
      if let member = members.randomElement(using: &random) { return .remove(number, name, member) }
      return .replace(number, name, some(relationship, graph))
    default:
      return .replace(number, name, random.oneIn(6) ? [] : some(relationship, graph))
    }
  }

  private mutating func some(_ relationship: ReferenceSchema.Relationship, _ graph: ReferenceGraph) -> [Int] {
    let all = graph.family(relationship.destination).shuffled(using: &random)
    return Array(all.prefix(Int.random(in: 0...5, using: &random)))
  }

  // MARK: Looking

  private mutating func look(_ living: [Int], _ graph: ReferenceGraph) -> GraphOperation {
    let number = pick(living)
    guard let entity = graph.entity(of: number) else { return .compare }
    let relationships = entity.relationships.map { schema.relationships[$0] }.filter { !$0.isImplicit }
    switch Int.random(in: 0..<6, using: &random) {
    case 0..<2:
      let names = entity.attributes.map(\.name) + relationships.map(\.name)
      return .read(number, names.randomElement(using: &random) ?? "")
    case 2:
      guard let relationship = relationship(of: number, graph, isToMany: true),
        let member = graph.family(relationship.destination).randomElement(using: &random)
      else { return .compare }
      return .contains(number, relationship.name, member)
    case 3:
      guard let relationship = relationship(of: number, graph, isToMany: true) else { return .compare }
      return .count(number, relationship.name)
    default:
      let wanted = schema.entities.randomElement(using: &random) ?? entity
      let names = wanted.relationships.map { schema.relationships[$0] }.filter { !$0.isImplicit }.map(\.name)
      let prefetched = random.oneIn(2) ? Array(names.shuffled(using: &random).prefix(2)) : []
      return .fetch(entity: wanted.name, prefetching: prefetched)
    }
  }

  // MARK: Making a graph that can be saved

  /// Operations that mend what is in the way of a save, and the save.
  private mutating func repair(_ graph: ReferenceGraph) {
    for (number, property) in graph.brokenRules { mend(property, of: number, graph) }
    for (_, member) in graph.denied where graph.isLiving(member) {
      queue.append(.delete(member))
    }
    for group in graph.repeated {
      guard let number = group.randomElement(using: &random), let entity = graph.entity(of: number) else {
        continue
      }
      for constraint in schema.uniqueness where constraint.family.contains(entity.index) {
        for name in constraint.properties {
          guard let attribute = entity.attributes.first(where: { $0.name == name }) else { continue }
          let value: AttributeValue =
            attribute.isOptional ? .null : RandomModel.value(of: attribute.kind, &random)
          queue.append(.set(number, name, value))
        }
      }
      if random.oneIn(3) { queue.append(.delete(number)) }
    }
    queue.append(.save)
  }

  private mutating func mend(_ property: String, of number: Int, _ graph: ReferenceGraph) {
    guard let entity = graph.entity(of: number) else { return }
    if let attribute = schema.attribute(property, of: entity.index) {
      queue.append(.set(number, property, RandomModel.value(of: attribute.kind, &random)))
      return
    }
    guard let relationship = schema.relationship(property, of: entity.index) else { return }
    let candidates = graph.family(relationship.destination).shuffled(using: &random)
    if !relationship.isToMany {
      queue.append(candidates.first.map { .setOne(number, property, $0) } ?? .delete(number))
    } else if candidates.count < relationship.minimum || random.oneIn(8) {
      queue.append(.delete(number))
    } else {
      let count = max(relationship.minimum, min(relationship.maximum, 2))
      queue.append(.replace(number, property, Array(candidates.prefix(count))))
    }
  }
}
