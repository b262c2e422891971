package import Foundation
package import GraphValues

/// What the graph asks of storage; nothing above it names SQL.
///
/// Calls come from many contexts at once and each blocks until it is answered.
package protocol PersistentStore: AnyObject, Sendable {
  /// The store's identifier: part of every object ID.
  var identifier: UUID { get }

  /// The rows that a query selects, in its order.
  ///
  /// - Parameter isKnown: asked for each row's key and version; where it answers true the values are left out.
  func fetch(_ query: StoreQuery, isKnown: ((Int64, Int64) -> Bool)?) throws -> CollectedRows

  /// How many rows a query selects, limit and offset left out of account.
  func count(_ query: StoreQuery) throws -> Int

  /// The rows of a hierarchy with the given keys that exist, in ascending order of keys.
  func rows(ofRoot root: String, keys: [Int64]) throws -> CollectedRows

  /// Writes all changes in one transaction, or none.
  ///
  /// - Throws: ``SaveConflict`` where a uniqueness constraint or another writer's change stands in the way.
  func save(_ changes: ChangeSet) throws

  /// Keys that nobody else gets, for new objects of a hierarchy; at least one.
  func leaseKeys(ofRoot root: String, atLeast count: Int) throws -> Range<Int64>
}
