package import Foundation

/// The part that the IDs of one entity in one store share.
package final class ObjectHome: Sendable {
  /// The store's identifier.
  package let store: UUID
  /// The entity's name.
  package let entity: String
  /// The name of the entity at the root of the inheritance hierarchy.
  package let root: String

  package init(store: UUID, entity: String, root: String) {
    self.store = store
    self.entity = entity
    self.root = root
  }
}
