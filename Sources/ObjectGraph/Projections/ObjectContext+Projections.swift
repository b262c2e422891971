public import GraphQuery
public import GraphValues

extension ObjectContext {
  /// The rows of values that a request selects.
  ///
  /// Unsaved changes of the context count, unless the request says otherwise. Without any, the store works all of it
  /// out; where the context has changed objects that may count, or others that they lead to, the rows are made of the
  /// objects in memory, which are read a part at a time.
  ///
  /// - Throws: as `fetch(_:)`; `QueryError` where a column is no single value, where a column of groups is neither
  ///   grouped by nor worked out from them, and where a sum of integers overflows.
  public func fetch<Result: FetchResult, Row>(_ request: ProjectionRequest<Result, Row>) throws -> [Row] {
    try core.beginReading()
    let runner = try ProjectionRunner(request, in: self)
    let names = runner.names
    var rows: [Row] = []
    try runner.run { rows.append(try request.decode(RowReader(names, $0))) }
    return rows
  }

  /// The first row of values that a request selects; nil where there is none.
  ///
  /// - Throws: as `fetch(_:)`.
  public func first<Result: FetchResult, Row>(_ request: ProjectionRequest<Result, Row>) throws -> Row? {
    var request = request
    request.request.fetchLimit = 1
    return try fetch(request).first
  }

  /// The values of one column of all objects of an entity.
  ///
  /// - Throws: as `fetch(_:)`.
  public func fetch<Result: Entity, Column: Selectable>(
    _ type: Result.Type, where predicate: QueryPredicate? = nil, select column: Column
  ) throws -> [Column.Value] where Column.Value: AttributeConvertible & SendableMetatype {
    try fetch(FetchRequest<Result>(where: predicate).select(column))
  }

  /// The values of columns of all objects of an entity: `FetchRequest.select(_:)` without a request.
  ///
  /// ```swift
  /// let rows = try context.fetch(Post.self, select: p.title, p.likes)   // [(String, Int64)]
  /// ```
  ///
  /// - Throws: as `fetch(_:)`.
  public func fetch<Result: Entity, each Column: Selectable & SendableMetatype>(
    _ type: Result.Type, where predicate: QueryPredicate? = nil, select columns: repeat each Column
  ) throws -> [(repeat (each Column).Value)]
  where repeat (each Column).Value: AttributeConvertible & SendableMetatype {
    try fetch(FetchRequest<Result>(where: predicate).select(repeat each columns))
  }
}
