import GraphstoreTestSupport
import GraphValues
import ObjectGraph

import Graphstore

extension GraphSimulation {
  /// The first difference between what a context shows and a graph.
  func difference(
    in context: ObjectContext, from graph: ReferenceGraph, fetches: Bool
  ) throws -> String? {
    for number in graph.living {
      let object =
        context === self.context ? try self.object(number) : try registered(number, in: context)
      if object.isDeleted { return "\(number) is deleted" }
      if let difference = try difference(object, number, graph) { return difference }
    }
    if context === self.context, let difference = try differenceOfSets(graph) { return difference }
    return fetches ? try differenceOfFetches(in: context, from: graph) : nil
  }

  private func difference(_ object: ManagedObject, _ number: Int, _ graph: ReferenceGraph) throws -> String? {
    guard let entity = graph.entity(of: number) else { return nil }
    for attribute in entity.attributes {
      if let difference = try difference(object, number, attribute, graph) { return difference }
    }
    for index in entity.relationships where !schema.relationships[index].isImplicit {
      if let difference = try difference(object, number, schema.relationships[index], graph) {
        return difference
      }
    }
    for derived in entity.derived where parents.isEmpty {
      if let difference = try difference(object, number, derived, graph) { return difference }
    }
    if object.entityName != entity.name { return "\(number) is of \(object.entityName), not \(entity.name)" }
    return nil
  }

  func difference(
    _ object: ManagedObject, _ number: Int, _ attribute: ReferenceModel.Attribute, _ graph: ReferenceGraph
  ) throws -> String? {
    let value = try object.value(forKey: attribute.name)
    let expected = graph.objects[number]?.values[attribute.name] ?? .null
    return value == expected ? nil : "\(number).\(attribute.name) is \(value), not \(expected)"
  }

  private func difference(
    _ object: ManagedObject, _ number: Int, _ derived: ReferenceModel.Derived, _ graph: ReferenceGraph
  ) throws -> String? {
    guard let expected = graph.storedValue(derived, of: number) else { return nil }
    if case .lowercase = derived.source, hasTakenFromChild, !graph.isUnchanged {
      // A child that has saved has worked it out.
      return nil
    }
    if case .lowercase(let source) = derived.source,
      graph.objects[number]?.values[source] != graph.stored[number]?.values[source]
    {
      // A save that failed may have worked it out already.
      return nil
    }
    let value = try object.value(forKey: derived.name)
    return value == expected ? nil : "\(number).\(derived.name) is \(value), not \(expected)"
  }

  func difference(
    _ object: ManagedObject, _ number: Int, _ relationship: ReferenceSchema.Relationship,
    _ graph: ReferenceGraph
  ) throws -> String? {
    let expected = graph.members(relationship, of: number)
    let members: [Int]
    if relationship.isToMany {
      members = try object.relatedObjects(forKey: relationship.name).map(self.number)
    } else {
      members = try object.relatedObject(forKey: relationship.name).map { [self.number($0)] } ?? []
    }
    let found = relationship.isOrdered ? members : members.sorted()
    return found == expected ? nil : "\(number).\(relationship.name) is \(found), not \(expected)"
  }

  private func differenceOfFetches(in context: ObjectContext, from graph: ReferenceGraph) throws -> String? {
    for entity in schema.entities {
      var request = FetchRequest<ManagedObject>(entityName: entity.name)
      let expected = graph.family(entity.index)
      let found = try numbers(context.fetch(request))
      if found != expected { return "fetching \(entity.name) gives \(found), not \(expected)" }
      let count = try context.count(request)
      if count != expected.count { return "counting \(entity.name) gives \(count), not \(expected.count)" }
      if entity.family.count > 1 {
        request.includesSubentities = false
        let just = try numbers(context.fetch(request))
        let expected = graph.exactly(entity.index)
        if just != expected { return "fetching just \(entity.name) gives \(just), not \(expected)" }
      }
    }
    return nil
  }

  /// The numbers of fetched objects, ascending; an import inserts in another order. Unsorted, they come by their keys.
  func numbers(_ objects: [ManagedObject]) throws -> [Int] {
    let keys = objects.map(\.id.key)
    if keys != keys.sorted() {
      throw SimulationError("objects are not fetched in the order of their keys: \(keys)")
    }
    return objects.map(number).sorted()
  }

  private func differenceOfSets(_ graph: ReferenceGraph) throws -> String? {
    let inserted = context.insertedObjects.map { self.number($0) }.sorted()
    if inserted != graph.inserted { return "inserted are \(inserted), not \(graph.inserted)" }
    let deleted = graph.deleted
    for number in context.deletedObjects.map({ self.number($0) }) where !deleted.contains(number) {
      return "\(number) is among the deleted objects"
    }
    for (number, object) in held.sorted(by: { $0.key < $1.key }) {
      if graph.isLiving(number) {
        let registered = ids[number].flatMap { context.registeredObject(for: $0) }
        if registered !== object { return "\(number) is two objects" }
        continue
      }
      if !object.isDeleted { return "\(number) is not deleted" }
      if let difference = touch(object, number) { return difference }
    }
    if !context.hasChanges, !graph.isUnchanged { return "there are no changes" }
    return nil
  }

  /// A deleted object answers, whatever it says.
  private func touch(_ object: ManagedObject, _ number: Int) -> String? {
    guard let entity = graph.entity(of: number) else { return nil }
    for attribute in entity.attributes { _ = try? object.value(forKey: attribute.name) }
    for index in entity.relationships where !schema.relationships[index].isImplicit {
      let relationship = schema.relationships[index]
      if relationship.isToMany {
        _ = try? object.relatedObjects(forKey: relationship.name).count
      } else {
        _ = try? object.relatedObject(forKey: relationship.name)
      }
    }
    return nil
  }
}
