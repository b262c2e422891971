public import Foundation

/// The identity of an object: which store, which entity, which key.
///
/// An object has its ID from insertion on; it never changes and is never used again for another object. IDs
/// are values: they may cross threads, be kept in files and be sent to other processes.
///
/// Two IDs are equal when they name the same key of the same entity hierarchy of the same store.
public struct ObjectID: Sendable {
  /// The store and entity part, shared by all IDs of an entity.
  package let home: ObjectHome
  /// The key within the entity hierarchy: the `_id` column of the row.
  public let key: Int64

  package init(home: ObjectHome, key: Int64) {
    self.home = home
    self.key = key
  }

  /// The name of the object's entity.
  public var entityName: String { home.entity }

  /// The identifier of the store the object lives in.
  public var storeIdentifier: UUID { home.store }
}

extension ObjectID: Hashable {
  /// Whether both IDs name the same object.
  public static func == (lhs: ObjectID, rhs: ObjectID) -> Bool {
    lhs.key == rhs.key
      && (lhs.home === rhs.home
        || (lhs.home.store == rhs.home.store && lhs.home.root == rhs.home.root))
  }

  /// Hashes the key.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(key)
  }
}
