import GraphstoreTestSupport
import GraphValues
import ObjectGraph

import Graphstore

extension GraphSimulation {
  func findOrInsert(_ number: Int, _ entity: String, _ values: [String: AttributeValue]) throws -> Outcome {
    guard let index = schema.entities.first(where: { $0.name == entity })?.index, ids[number] == nil,
      graph.repeated.isEmpty
    else { return .passedOver }
    // The first constraint whose values are given decides.
    guard
      let names = resolved[entity]?.uniquenessConstraints.first(where: { names in
        names.allSatisfy { values[$0].map { !$0.isNull } ?? false }
      }),
      let owner = schema.uniqueness.filter({ $0.properties == names && $0.family.contains(index) })
        .min(by: { $0.family.count < $1.family.count })?.owner
    else { return .passedOver }
    let found = graph.object(of: owner, names, names.map { values[$0] ?? .null })
    if let found, !schema.entities[index].family.contains(graph.objects[found]?.entity ?? -1) {
      return .passedOver
    }
    let (object, isNew) = try context.findOrInsert(entity: entity, values.mapValues { Given($0) })
    if isNew != (found == nil) { return .differs("\(number) is \(isNew ? "new" : "found") by \(values)") }
    if let found {
      if self.number(object) != found { return .differs("\(self.number(object)) is found, not \(found)") }
      for (name, value) in values { graph.set(name, of: found, to: value) }
      return .done
    }
    note(object, number)
    graph.insert(number, index)
    for (name, value) in values { graph.set(name, of: number, to: value) }
    return .done
  }

  func importRecord(_ record: ReferenceRecord) throws -> Outcome {
    // Which of two equal objects is found is not said.
    guard graph.repeated.isEmpty, isUnused(record) else { return .passedOver }
    var next = graph
    let imported = next.importRecord(record) { resolved[$0]?.uniquenessConstraints ?? [] }
    if case .ambiguous = imported { return .passedOver }
    let before = context.insertedObjects
    do {
      try context.importRecords([self.record(record)])
    } catch let error as GraphError {
      if case .refused = imported, error.code == .wrongEntity { return .done }
      throw error
    }
    guard case .inserted(let numbers) = imported else { return .differs("the import is not refused") }
    let new = context.insertedObjects.subtracting(before)
    if new.count != numbers.count { return .differs("\(new.count) objects are inserted, not \(numbers)") }
    // Those of one hierarchy have keys in the order of their insertion.
    var unnamed = Dictionary(grouping: new.sorted { $0.id.key < $1.id.key }) { self.root($0.entityName) }
    for number in numbers {
      guard let entity = next.entity(of: number) else { continue }
      let root = schema.entities[entity.root].name
      guard let object = unnamed[root]?.first else {
        return .differs("no object is inserted for \(number)")
      }
      unnamed[root]?.removeFirst()
      note(object, number)
    }
    graph = next
    return .done
  }

  private func root(_ entity: String) -> String {
    guard let entity = schema.entities.first(where: { $0.name == entity }) else { return entity }
    return schema.entities[entity.root].name
  }

  private func isUnused(_ record: ReferenceRecord) -> Bool {
    ids[record.number] == nil && record.related.allSatisfy { $0.records.allSatisfy(isUnused) }
  }

  private func record(_ record: ReferenceRecord) -> GraphRecord {
    var result = GraphRecord(entityName: record.entity, values: record.values)
    for (name, isToMany, records) in record.related {
      if isToMany {
        result.toMany[name] = records.map(self.record)
      } else {
        result.toOne[name] = records.first.map(self.record)
      }
    }
    return result
  }

  func note(_ object: ManagedObject, _ number: Int) {
    ids[number] = object.id
    numbers[object.id] = number
    if number.isMultiple(of: 3) { held[number] = object }
  }
}

/// A value as it is.
private struct Given: AttributeConvertible {
  let attributeValue: AttributeValue

  init(_ value: AttributeValue) { attributeValue = value }

  init?(attributeValue: AttributeValue) { self.attributeValue = attributeValue }
}
