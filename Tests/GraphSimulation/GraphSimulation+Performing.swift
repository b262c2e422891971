import GraphstoreTestSupport
import GraphModel
import GraphValues
import ObjectGraph

@_spi(Generated) import Graphstore

extension GraphSimulation {
  func perform(_ operation: GraphOperation) throws -> Outcome {
    switch operation {
    case .insert(let number, let entity): return try insert(number, entity)
    case .set(let number, let name, let value): return try set(number, name, value)
    case .setOne(let number, let name, let member): return try setOne(number, name, member)
    case .add(let number, let name, let member):
      return try change(number, name, [member]) { object, members in
        try object.add(members[0], toRelationship: name)
      } reference: { relationship in
        graph.add(member, to: number, relationship)
      }
    case .insertAt(let number, let name, let member, let index):
      return try insert(member, in: number, name, at: index)
    case .move(let number, let name, let from, let to): return try move(number, name, from, to)
    case .remove(let number, let name, let member):
      guard graph.isLiving(member) else { return .passedOver }
      return try change(number, name, []) { object, _ in
        try object.remove(self.object(member), fromRelationship: name)
      } reference: { relationship in
        graph.remove(member, from: number, relationship)
      }
    case .replace(let number, let name, let members):
      return try change(number, name, members) { object, members in
        try object.setRelatedObjects(members, forKey: name)
      } reference: { relationship in
        graph.replace(relationship, of: number, with: members)
      }
    case .delete(let number):
      guard graph.isLiving(number) else { return .passedOver }
      context.delete(try object(number))
      graph.delete(number)
      return .done
    case .save: return try save()
    case .rollback:
      context.rollback()
      graph.rollback()
      held = held.filter { graph.isLiving($0.key) }
      forgetHistory()
      return Outcome(context.hasChanges ? "there are changes after rolling back" : nil)
    case .refresh(let number, let merges): return try refresh(number, merges: merges)
    case .refreshAll:
      context.refreshAllObjects()
      return .done
    case .reset:
      held = [:]
      context.reset()
      graph.rollback()
      forgetHistory()
      return .done
    case .reopen where parents.isEmpty:
      graph.rollback()
      try reopen()
      return Outcome(try storedDifference())
    case .reopen: return .passedOver
    case .letGo:
      held = [:]
      context.letGoOfUnheldObjects()
      return .done
    case .hold(let number):
      guard graph.isLiving(number) else { return .passedOver }
      held[number] = try object(number)
      return .done
    case .read(let number, let name): return try read(number, name)
    case .contains(let number, let name, let member): return try contains(number, name, member)
    case .count(let number, let name): return try count(number, name)
    case .fetch(let entity, let prefetched): return try fetch(entity, prefetched)
    case .compare: return Outcome(try difference(in: context, from: graph, fetches: true))
    case .endGroup:
      if history == nil { return .passedOver }
      context.processPendingChanges()
      return Outcome(closeGroup(graph.objects))
    case .undo: return try move(back: true)
    case .redo: return try move(back: false)
    case .elsewhere(let operations, let tries): return try doElsewhere(operations, tries: tries)
    case .findOrInsert(let number, let entity, let values): return try findOrInsert(number, entity, values)
    case .importRecord(let record): return try importRecord(record)
    case .beginChild: return beginChild()
    case .endChild(let saves): return try endChild(saves: saves)
    }
  }

  // MARK: Changing

  private func insert(_ number: Int, _ entity: String) throws -> Outcome {
    guard ids[number] == nil, let index = schema.entities.first(where: { $0.name == entity })?.index else {
      return .passedOver
    }
    note(try context.insert(entity: entity), number)
    graph.insert(number, index)
    return .done
  }

  private func set(_ number: Int, _ name: String, _ value: AttributeValue) throws -> Outcome {
    guard graph.isLiving(number) else { return .passedOver }
    try object(number).setAttributeValue(value, forKey: name)
    graph.set(name, of: number, to: value)
    return .done
  }

  private func setOne(_ number: Int, _ name: String, _ member: Int?) throws -> Outcome {
    try change(number, name, member.map { [$0] } ?? []) { object, members in
      if number.isMultiple(of: 2) {
        try object.setRelatedObject(members.first, forKey: name)
      } else {
        try object.setValue(members.first?.id, forKey: name)
      }
    } reference: { relationship in
      graph.setOne(relationship, of: number, to: member)
    }
  }

  private func insert(_ member: Int, in number: Int, _ name: String, at index: Int) throws -> Outcome {
    guard let relationship = relationship(name, of: number) else { return .passedOver }
    let others = graph.members(relationship, of: number).filter { $0 != member }
    let index = min(index, others.count)
    return try change(number, name, [member]) { object, members in
      try object.insert(members[0], toRelationship: name, at: index)
    } reference: { relationship in
      graph.insert(member, in: number, relationship, at: index)
    }
  }

  private func move(_ number: Int, _ name: String, _ from: Int, _ to: Int) throws -> Outcome {
    guard let relationship = relationship(name, of: number) else { return .passedOver }
    let members = graph.members(relationship, of: number)
    guard members.indices.contains(from), members.indices.contains(to) else { return .passedOver }
    return try change(number, name, []) { object, _ in
      try object.moveRelated(from: from, to: to, inRelationship: name)
    } reference: { relationship in
      graph.insert(members[from], in: number, relationship, at: to)
    }
  }

  private func relationship(_ name: String, of number: Int) -> ReferenceSchema.Relationship? {
    guard graph.isLiving(number), let entity = graph.entity(of: number) else { return nil }
    return schema.relationship(name, of: entity.index)
  }

  /// Changes a relationship, or has to be refused because of one of the members.
  private func change(
    _ number: Int, _ name: String, _ members: [Int],
    _ body: (ManagedObject, [ManagedObject]) throws -> Void,
    reference: (ReferenceSchema.Relationship) -> Void
  ) throws -> Outcome {
    guard let relationship = relationship(name, of: number) else { return .passedOver }
    var expected: Set<GraphError.Code> = []
    for member in members {
      guard let object = graph.objects[member], let id = ids[member] else { return .passedOver }
      if object.isDeleted {
        // An object that was deleted without anyone having read it looks like any fault.
        if context.registeredObject(for: id) == nil && held[member] == nil { return .passedOver }
        expected.insert(.missingObject)
      }
      if !schema.entities[relationship.destination].family.contains(object.entity) {
        expected.insert(.wrongEntity)
      }
    }
    do {
      try body(object(number), members.map(object))
      if !expected.isEmpty { return .differs("not refused with \(expected.map(\.description))") }
      reference(relationship)
      return .done
    } catch let error as GraphError where expected.contains(error.code) {
      return .done
    }
  }

  func save() throws -> Outcome {
    if !parents.isEmpty { return try saveChild() }
    let refusals = graph.refusals
    do {
      try context.save()
    } catch let error as GraphError {
      let isExpected = refusals.contains { $0.rawValue == error.code.description }
      if isExpected {
        if let difference = closeGroup(graph.objects) { return .differs(difference) }
        return Outcome(try storedDifference())
      }
      return .differs("saving failed with \(error.code): \(error); expected: \(expectation(refusals))")
    }
    if !refusals.isEmpty { return .differs("saving succeeded; expected: \(expectation(refusals))") }
    var saved = graph
    saved.save()
    let difference = closeGroup(saved.objects)
    graph = saved
    if let difference { return .differs(difference) }
    held = held.filter { graph.isLiving($0.key) }
    if context.hasChanges { return .differs("there are changes after saving") }
    return Outcome(try storedDifference())
  }

  func expectation(_ refusals: Set<ReferenceGraph.Refusal>) -> String {
    if refusals.isEmpty { return "success" }
    let rules = graph.brokenRules.map { "\($0.number).\($0.property)" }
    let denied = graph.denied.map { "\($0.owner) by \($0.member)" }
    return
      "\(refusals.map(\.rawValue).sorted()): broken \(rules), denied \(denied), repeated \(graph.repeated)"
  }

  private func refresh(_ number: Int, merges: Bool) throws -> Outcome {
    guard graph.isLiving(number) else { return .passedOver }
    try context.refresh(object(number), mergeChanges: merges)
    if merges { return .done }
    let concerned = graph.discardChanges(of: number)
    for owner in concerned.sorted() where graph.isLiving(owner) {
      if let difference = try takeOrders(of: owner) { return .differs(difference) }
    }
    forgetHistory()
    return .done
  }

  /// Where in its list something stands that came back by a refresh is not said.
  private func takeOrders(of number: Int) throws -> String? {
    guard let entity = graph.entity(of: number) else { return nil }
    for index in entity.relationships {
      let relationship = schema.relationships[index]
      guard relationship.isOrdered, !relationship.isImplicit else { continue }
      let members = try object(number).relatedObjects(forKey: relationship.name).map(self.number)
      let expected = graph.members(relationship, of: number)
      if members.sorted() != expected.sorted() {
        return "\(number).\(relationship.name) has \(members), not \(expected), after a refresh"
      }
      graph.reorder(relationship, of: number, as: members)
    }
    return nil
  }

  // MARK: Looking

  private func read(_ number: Int, _ name: String) throws -> Outcome {
    guard graph.isLiving(number), let entity = graph.entity(of: number) else { return .passedOver }
    let object = try object(number)
    if let relationship = schema.relationship(name, of: entity.index) {
      return Outcome(try difference(object, number, relationship, graph))
    }
    guard let attribute = schema.attribute(name, of: entity.index) else { return .passedOver }
    return Outcome(try difference(object, number, attribute, graph))
  }

  private func contains(_ number: Int, _ name: String, _ member: Int) throws -> Outcome {
    guard let relationship = relationship(name, of: number), graph.isLiving(member) else {
      return .passedOver
    }
    let contains = try toMany(number, name).contains(Anything(unchecked: object(member)))
    let expected = graph.isMember(member, of: number, relationship)
    return Outcome(contains == expected ? nil : "\(number).\(name) contains \(member): \(contains)")
  }

  private func count(_ number: Int, _ name: String) throws -> Outcome {
    guard let relationship = relationship(name, of: number) else { return .passedOver }
    let count = try toMany(number, name).count
    let expected = graph.members(relationship, of: number).count
    return Outcome(count == expected ? nil : "\(number).\(name) has \(count) members, not \(expected)")
  }

  private func toMany(_ number: Int, _ name: String) throws -> ToMany<Anything> {
    let object = try object(number)
    try object.fulfill()
    guard let entity = graph.entity(of: number)?.name,
      let relationship = resolved[entity]?.relationship(named: name)
    else { throw SimulationError("there is no relationship \(name)") }
    return object.toMany(Anything.self, at: relationship.place)
  }

  private func fetch(_ name: String, _ prefetched: [String]) throws -> Outcome {
    guard let entity = schema.entities.first(where: { $0.name == name }) else { return .passedOver }
    var request = FetchRequest<ManagedObject>(entityName: name)
    request.relationshipKeyPathsForPrefetching = prefetched
    let found = try numbers(context.fetch(request))
    let expected = graph.family(entity.index)
    if found != expected { return .differs("fetching \(name) gives \(found), not \(expected)") }
    for number in found { held[number] = try object(number) }
    return .done
  }
}

extension ManagedObject {
  fileprivate func setAttributeValue(_ value: AttributeValue, forKey key: String) throws {
    switch value {
    case .int(let value): try setValue(value, forKey: key)
    case .double(let value): try setValue(value, forKey: key)
    case .string(let value): try setValue(value, forKey: key)
    case .bool(let value): try setValue(value, forKey: key)
    default: try setValue(nil, forKey: key)
    }
  }
}
