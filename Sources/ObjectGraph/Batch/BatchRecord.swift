import Foundation
import GraphModel
import GraphValues

/// A record of a batch insertion, looked up in the model.
struct BatchRecord {
  let registry: EntityRegistry
  /// The slots that the record gives, ascending.
  let slots: [Int]
  private let values: [(property: StoredProperty, value: AttributeValue)]

  /// - Throws: ``GraphError`` for names that the model does not have, values that do not fit and nested records.
  init(_ record: GraphRecord, _ core: ContextCore) throws {
    let registry = try core.registry(named: record.entityName)
    self.registry = registry
    func refuse(_ code: GraphError.Code, _ message: String, _ name: String) -> GraphError {
      GraphError(
        code, "cannot insert a record of \(record.entityName): \(message)", entity: record.entityName,
        properties: [name])
    }
    if let name = record.toOne.keys.sorted().first ?? record.toMany.keys.sorted().first {
      throw refuse(
        .invalidRequest, "\(name) holds records of its own; importRecords(_:options:) takes whole graphs",
        name)
    }
    var values: [(StoredProperty, AttributeValue)] = []
    for (name, value) in record.values {
      let property = try registry.property(named: name)
      if let attribute = property.attribute, attribute.derivation != nil || attribute.isTransient { continue }
      guard let fitting = property.fitting(value, in: registry.home) else {
        throw refuse(
          .invalidValue, "\(name) is \(property.typeName) and cannot hold \(value.kindName)", name)
      }
      values.append((property, fitting))
    }
    self.values = values
    slots = values.map(\.0.slot).sorted()
  }

  func write(to row: inout ValuesRow) throws {
    for property in registry.entity.properties where !slots.contains(property.slot) && property.isPersistent {
      switch property.defaultValue {
      case .now: row.encode(.date(Date()), at: property.slot)
      case .newUUID: row.encode(.uuid(UUID()), at: property.slot)
      case .value(let value): row.encode(value, at: property.slot)
      case nil: break
      }
    }
    for (property, value) in values {
      if case .reference(let id) = value {
        row.set(id, at: property.slot)
      } else {
        row.encode(value, at: property.slot)
      }
    }
  }
}
