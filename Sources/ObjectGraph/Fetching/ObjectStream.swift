/// The objects of a fetch, one after another: what a million rows are read with in little memory.
///
/// ```swift
/// for try await gif in context.stream(FetchRequest<GifModel>()) {
///   total += gif.newsid
/// }
/// ```
///
/// The rows are read a part at a time; objects that nobody holds any more and nothing changed leave memory on the way.
///
/// What belongs to the stream and its order is decided when the first object is asked for: by the rows as they are then,
/// and by the unsaved changes of the context. Later changes change neither: what other contexts save is not seen,
/// though an object that the context knows in a newer version has its newer values. What the context deletes meanwhile
/// is left out, and its changes may be saved while the stream is read. While one is read, the write-ahead log
/// cannot be taken into the store's file as a whole. A store with a rollback journal, whose readers keep writers
/// waiting, decides what belongs to the stream at first too, and reads each part as it is when its turn comes.
///
/// Where unsaved changes of *other* objects decide over a condition or an order, which leads through relationships,
/// all objects of the result are in memory from the beginning.
///
/// Cancelling the task stops a query that is running, and the stream throws `CancellationError`. A stream belongs to
/// its context's isolation, as the objects do.
public struct ObjectStream<Result: FetchResult>: AsyncSequence {
  /// An object.
  public typealias Element = Result
  /// What a stream throws: as `ObjectContext.fetch(_:)`, and `CancellationError`.
  public typealias Failure = any Error

  private let context: ObjectContext
  private let request: FetchRequest<Result>

  init(_ context: ObjectContext, _ request: FetchRequest<Result>) {
    self.context = context
    self.request = request
  }

  /// Reads from the beginning.
  public func makeAsyncIterator() -> Iterator { Iterator(context, request) }

  /// Hands out the objects.
  public struct Iterator: AsyncIteratorProtocol {
    private let context: ObjectContext
    private let request: FetchRequest<Result>
    private var reader: ResultReader?
    private var isAtEnd = false

    init(_ context: ObjectContext, _ request: FetchRequest<Result>) {
      self.context = context
      self.request = request
    }

    /// The next object, or nil at the end.
    ///
    /// - Throws: as `ObjectContext.fetch(_:)`, and `CancellationError`; after an error there is nothing more.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws -> Result? {
      if isAtEnd { return nil }
      do {
        let reader = try begun()
        if !reader.hasPart {
          try Task.checkCancellation()
          let object = try await withTaskCancellationHandler(
            operation: { try reader.nextObject() }, onCancel: reader.interruption, isolation: actor)
          return finished(object)
        }
        return finished(try reader.nextObject())
      } catch {
        isAtEnd = true
        reader = nil
        // A query that was interrupted says so in its own words.
        try Task.checkCancellation()
        throw error
      }
    }

    /// The next object, or nil at the end.
    public mutating func next() async throws -> Result? { try await next(isolation: #isolation) }

    private mutating func begun() throws -> ResultReader {
      if let reader { return reader }
      try Task.checkCancellation()
      let reader = try context.reader(request)
      self.reader = reader
      return reader
    }

    private mutating func finished(_ object: ManagedObject?) -> Result? {
      guard let object else {
        isAtEnd = true
        reader = nil
        return nil
      }
      return Result.fetched(object)
    }
  }
}
