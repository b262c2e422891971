import GraphModel
import GraphValues

@_spi(Generated) import Graphstore

/// A typed handle on objects of any entity, through which random models' to-manys are seen as generated code sees them.
struct Anything: Entity {
  static var entityName: String { "Anything" }
  static var model: EntityModel { EntityModel(name: "Anything", version: nil, entities: [], fingerprint: "") }

  let object: ManagedObject

  init(unchecked object: ManagedObject) {
    self.object = object
  }

  static func propertyName(for keyPath: AnyKeyPath) -> String? { nil }
}
