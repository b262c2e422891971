import Foundation
import GraphModel
import GraphstoreTestSupport
import ObjectGraph
import SQLiteStore

@testable import Graphstore

/// Writes at random to a store of any model: saves, batches and SQL, alone and in one transaction; some fail.
struct RandomWrites {
  let container: PersistentContainer
  let model: ResolvedModel

  init(_ container: PersistentContainer) {
    self.container = container
    model = container.resolved
  }

  /// - Returns: what was done.
  func step(using random: inout SeededGenerator) throws -> String {
    let kind = Int.random(in: 0..<10, using: &random)
    do {
      switch kind {
      case 0...4:
        let context = container.newContext()
        for _ in 0..<Int.random(in: 1...6, using: &random) { try change(context, using: &random) }
        try context.save()
        return "save"
      case 5:
        try batch(container.newContext(), using: &random)
        return "batch"
      default:
        var seed = random
        _ = random.next()
        try container.write { context, sql in
          for _ in 0..<Int.random(in: 1...5, using: &seed) {
            switch Int.random(in: 0..<6, using: &seed) {
            case 0...1:
              try change(context, using: &seed)
              if seed.oneIn(2) { try? context.save() }
            case 2: try? batch(context, using: &seed)
            case 3: _ = try? run(sql, context, using: &seed)
            case 4: try rowByRow(sql, context, using: &seed)
            default: _ = try? run(sql, context, using: &seed)
            }
          }
          if seed.oneIn(6) { throw Stop() }
        }
        return "transaction"
      }
    } catch is Stop {
      return "rolled back"
    } catch let error as GraphError {
      return "refused: \(error.code)"
    }
  }

  private struct Stop: Error {}

  private func concrete(using random: inout SeededGenerator) -> ResolvedEntity? {
    model.entities.filter { !$0.isAbstract }.randomElement(using: &random)
  }

  private func objects(_ entity: String, _ context: ObjectContext) throws -> [ManagedObject] {
    try context.all(entity).sorted { $0.id.key < $1.id.key }
  }

  private func change(_ context: ObjectContext, using random: inout SeededGenerator) throws {
    guard let entity = concrete(using: &random) else { return }
    let there = try objects(entity.name, context)
    switch there.count < 4 ? 0 : Int.random(in: 0..<8, using: &random) {
    case 0...1:
      let object = try context.insert(entity: entity.name)
      try set(object, entity, context, everything: true, using: &random)
    case 2:
      if let object = there.randomElement(using: &random) { context.delete(object) }
    default:
      if let object = there.randomElement(using: &random) {
        try set(object, entity, context, everything: false, using: &random)
      }
    }
  }

  private func set(
    _ object: ManagedObject, _ entity: ResolvedEntity, _ context: ObjectContext, everything: Bool,
    using random: inout SeededGenerator
  ) throws {
    for attribute in entity.properties.compactMap(\.attribute) {
      if attribute.derivation != nil || (!everything && !random.oneIn(3)) { continue }
      let number = Int.random(in: 0..<40, using: &random)
      switch attribute.type {
      case .string:
        var text = "n\(number)"
        if case .string(let value) = attribute.values.randomElement(using: &random) { text = value }
        try object.setValue(text, forKey: attribute.name)
      case .int64: try object.setValue(number, forKey: attribute.name)
      case .double: try object.setValue(Double(number) / 4, forKey: attribute.name)
      default: break
      }
    }
    for relationship in entity.relationships where !relationship.isImplicit && (everything || random.oneIn(3))
    {
      let others = try objects(relationship.destination, context)
      if !relationship.isToMany {
        let isNone = relationship.isOptional && random.oneIn(4)
        try object.setRelatedObject(
          isNone ? nil : others.randomElement(using: &random), forKey: relationship.name)
        continue
      }
      guard let other = others.randomElement(using: &random) else { continue }
      let members = try object.relatedObjects(forKey: relationship.name)
      if relationship.isOrdered, members.count > 1, random.oneIn(2) {
        try object.moveRelated(from: members.count - 1, to: 0, inRelationship: relationship.name)
      } else if members.contains(other) {
        try object.remove(other, fromRelationship: relationship.name)
      } else {
        try object.add(other, toRelationship: relationship.name)
      }
    }
  }

  private func batch(_ context: ObjectContext, using random: inout SeededGenerator) throws {
    guard let entity = concrete(using: &random) else { return }
    let all = try objects(entity.name, context)
    let limit = all.randomElement(using: &random)?.id
    var predicate = try QueryPredicate(format: "TRUEPREDICATE")
    if let limit {
      predicate = try QueryPredicate(format: random.oneIn(2) ? "SELF == %@" : "SELF != %@", limit)
    }
    if random.oneIn(3) {
      _ = try context.execute(BatchDeleteRequest<ManagedObject>(entityName: entity.name, where: predicate))
      return
    }
    var request = BatchUpdateRequest<ManagedObject>(entityName: entity.name, where: predicate)
    for attribute in entity.properties.compactMap(\.attribute)
    where attribute.type == .int64 && attribute.derivation == nil {
      request.set(attribute.name, to: Int64.random(in: 0..<9, using: &random))
    }
    _ = try context.execute(request)
  }

  private func run(
    _ sql: SQLSession, _ context: ObjectContext, using random: inout SeededGenerator
  ) throws -> Int {
    guard let entity = concrete(using: &random) else { return 0 }
    let key = try objects(entity.name, context).randomElement(using: &random)?.id.key ?? 0
    switch Int.random(in: 0..<4, using: &random) {
    case 0: return try sql.execute("DELETE FROM \(entity: entity.name) WHERE _id = \(key)")
    case 1:
      return try sql.execute("UPDATE \(entity: entity.name) SET _version = _version + 1 WHERE _id >= \(key)")
    case 2:
      // Takes a row away and puts it back: it counts as updated.
      return try sql.execute(
        "INSERT OR REPLACE INTO \(entity: entity.name) SELECT * FROM \(entity: entity.name) WHERE _id = \(key)"
      )
    default:
      guard
        let property = entity.properties.first(where: {
          $0.relationship == nil && $0.attribute?.derivation == nil
        })
      else { return 0 }
      return try sql.execute(
        "UPDATE \(entity: entity.name) SET \(property: property.name, entity: entity.name) = \(property: property.name, entity: entity.name)"
      )
    }
  }

  /// One object is inserted and goes again in the same transaction, saved in between.
  private func rowByRow(
    _ sql: SQLSession, _ context: ObjectContext, using random: inout SeededGenerator
  ) throws {
    guard let entity = concrete(using: &random) else { return }
    let object = try context.insert(entity: entity.name)
    try set(object, entity, context, everything: true, using: &random)
    do { try context.save() } catch { return context.rollback() }
    context.delete(object)
    if random.oneIn(2) { try? context.save() }
  }
}
