public import GraphValues

/// What the result of a batch tells of its objects.
public enum BatchResultType: Sendable, Hashable {
  /// How many there were.
  case count
  /// Which they were.
  case objectIDs
}

/// What a batch request has done: a value that other contexts can be told of.
///
/// ```swift
/// let result = try container.execute(request)
/// try context.mergeChanges(from: result)
/// ```
public struct BatchResult: Sendable {
  /// The objects that were updated, deleted or inserted; what delete rules took along does not count.
  public let count: Int
  /// Their IDs, where the request asked for them.
  public let objectIDs: [ObjectID]
  /// Of ``count``, the objects that an insertion found there already and updated.
  public let updatedCount: Int
  /// The changes that other contexts have to hear of.
  let changes: BatchChanges
}

/// Changes of the store that did not come through a context's objects.
struct BatchChanges: Sendable {
  /// The keys of changed rows by the root of their hierarchy; nil where they are not known.
  var updated: [String: [Int64]?] = [:]
  /// The keys of deleted rows by the root of their hierarchy; nil where they are not known.
  var deleted: [String: [Int64]?] = [:]
  /// The roots of hierarchies with new rows.
  var inserted: Set<String> = []

  /// The roots of all hierarchies with changes.
  var roots: Set<String> { inserted.union(updated.keys).union(deleted.keys) }
}
