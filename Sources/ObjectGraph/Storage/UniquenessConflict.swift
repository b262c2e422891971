package import GraphValues

/// A row to be written that repeats the values of a uniqueness constraint.
package struct UniquenessConflict: Sendable, Hashable {
  package let entity: String
  /// The names of the constraint's properties.
  package let properties: [String]
  package let key: Int64
  /// The row that has the values.
  package let otherKey: Int64
  /// Whether the other row is written by the same save.
  package let isInContext: Bool

  package init(entity: String, properties: [String], key: Int64, otherKey: Int64, isInContext: Bool) {
    self.entity = entity
    self.properties = properties
    self.key = key
    self.otherKey = otherKey
    self.isInContext = isInContext
  }
}

extension PersistentStore {
  /// None are known: for stores that leave finding them to another one.
  package func uniquenessConflicts(in changes: ChangeSet) throws -> [UniquenessConflict] { [] }
}
