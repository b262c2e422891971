import GraphQuery
import GraphValues

/// What a child fetches is what its parent fetches, with the parent's unsaved changes merged in.
extension ContextStore {
  func fetch(_ query: StoreQuery, isKnown: ((Int64, Int64) -> Bool)?) throws -> CollectedRows {
    let plan = try FetchPlan(query, in: parent)
    let runner = FetchRunner(plan)
    if query.keysOnly { return CollectedRows(batches: [], keys: try runner.keys()) }
    if !plan.isStale, !plan.merges, !parent.notesReadRows {
      return taken(try parent.store.fetch(plan.storedQuery, isKnown: nil), plan.registry.hierarchy)
    }
    var objects: [ManagedObject] = []
    try runner.run { objects.append($0) }
    return try collect(objects, isKnown: isKnown)
  }

  func count(_ query: StoreQuery) throws -> Int {
    var query = query
    (query.limit, query.offset) = (nil, 0)
    return try FetchRunner(try FetchPlan(query, in: parent)).count()
  }

  func project(
    _ query: StoreQuery, _ projection: ResolvedProjection, _ body: ([AttributeValue]) throws -> Void
  ) throws {
    try ProjectionRunner(query, projection, in: parent).run(body)
  }

  func search(_ query: StoreQuery, _ search: FullTextSearch) throws -> [FullTextHit] {
    try SearchRunner(try FetchPlan(query, in: parent), search).run().map(\.hit)
  }

  func explain(_ query: StoreQuery, counts: Bool) throws -> QueryExplanation {
    let plan = try FetchPlan(query, in: parent)
    return try parent.store.explain(plan.storedQuery, counts: counts).judgedInMemory(plan.isStale)
  }

  func cursor(_ query: StoreQuery) throws -> any RowCursor {
    ObjectCursor(try ResultReader(FetchRunner(try FetchPlan(query, in: parent))), self)
  }
}

/// Rows of a parent's objects, read a part at a time.
private final class ObjectCursor: RowCursor {
  private let reader: ResultReader
  private let store: ContextStore

  init(_ reader: ResultReader, _ store: ContextStore) {
    self.reader = reader
    self.store = store
  }

  func next(atMost count: Int, isKnown: ((Int64, Int64) -> Bool)?) throws -> CollectedRows {
    var objects: [ManagedObject] = []
    while objects.count < count, let object = try reader.nextObject() { objects.append(object) }
    return try store.collect(objects, isKnown: isKnown)
  }

  var interruption: @Sendable () -> Void { reader.interruption }
}
