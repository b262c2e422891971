public import GraphValues

/// The result of a fetch of which only the IDs are kept: any object of it can be reached by its place, and is read with
/// its neighbours when it is.
///
/// ```swift
/// request.fetchBatchSize = 50
/// let gifs = try context.fetchLazily(request)       // one query, 8 bytes a row
/// let middle = gifs[gifs.count / 2]                 // reads 50 rows
/// ```
///
/// What belongs to the result and its order are those of the moment of the fetch. Objects are read when they are
/// reached; those of the last two batches are kept, others leave memory when nobody holds them. An object that was
/// deleted since is still at its place, and reads as any object whose row is gone.
///
/// A failure to read is kept for the context's next throwing call, as with getters. The collection belongs to its
/// context's isolation, as the objects do.
public struct FetchedObjects<Result: FetchResult>: RandomAccessCollection {
  private let keys: [Int64]
  private let batches: ObjectBatches
  private let context: ObjectContext

  init(_ keys: [Int64], _ batches: ObjectBatches, of context: ObjectContext) {
    self.keys = keys
    self.batches = batches
    self.context = context
  }

  /// The place of the first object.
  public var startIndex: Int { 0 }
  /// The place behind the last object.
  public var endIndex: Int { keys.count }

  /// The object at a place.
  ///
  /// - Complexity: O(1), and one query for the objects of a batch that are not in memory.
  public subscript(position: Int) -> Result {
    precondition(keys.indices.contains(position), "there is no object \(position) among \(keys.count)")
    return Result.fetched(batches.object(at: position, of: keys))
  }

  /// The ID of the object at a place; nothing is read.
  public func id(at position: Int) -> ObjectID {
    precondition(keys.indices.contains(position), "there is no object \(position) among \(keys.count)")
    return batches.id(ofKey: keys[position])
  }
}
