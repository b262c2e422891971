import GraphQuery

extension FetchRequest {
  /// The request for what comes behind a place in its order; from the beginning where there is none.
  ///
  /// Unlike an offset, a place stays right when objects before it come or go, and finding it costs no more deep in the
  /// result than at its beginning, where an index serves the order.
  ///
  /// - Parameter cursor: a place of a request with the same entity and sort keys; others are refused when the
  ///   request is run.
  public func after(_ cursor: FetchCursor?) -> FetchRequest {
    var request = self
    request.startCursor = cursor
    return request
  }
}

extension ObjectContext {
  /// The next objects of a request, so many as its limit says, and the place where the ones after them begin.
  ///
  /// ```swift
  /// request.fetchLimit = 50
  /// var page = try context.fetchPage(request)
  /// while let next = page.next { page = try context.fetchPage(request.after(next)) }
  /// ```
  ///
  /// - Throws: as `fetch(_:)`; ``GraphError`` with code `invalidRequest` where the request has no limit.
  public func fetchPage<Result: FetchResult>(_ request: FetchRequest<Result>) throws -> FetchPage<Result> {
    let limit = request.fetchLimit
    guard limit > 0 else {
      throw GraphError(
        .invalidRequest, "a page needs a fetchLimit: so many objects are on it", entity: request.entityName)
    }
    try core.beginReading()
    var request = request
    // One more tells whether there is a next page.
    request.fetchLimit = limit.addingOrMax(1)
    let plan = try FetchPlan(request, in: self)
    var objects: [ManagedObject] = []
    try FetchRunner(plan).run { objects.append($0) }
    var next: FetchCursor?
    if objects.count > limit {
      objects.removeLast(objects.count - limit)
      next = try objects.last.map { try cursor(at: $0, in: request, plan) }
    }
    return FetchPage(objects: objects.map(Result.fetched), next: next)
  }

  /// The place of an object in the order of a request.
  ///
  /// - Throws: as `fetch(_:)`; ``GraphError`` with code `objectMissing` where the object is gone.
  public func cursor<Result: Entity>(at object: Result, in request: FetchRequest<Result>) throws
    -> FetchCursor
  {
    try cursor(at: object.object, in: request, try FetchPlan(request, in: self))
  }

  /// The place of an object in the order of a request.
  ///
  /// - Throws: as `fetch(_:)`; ``GraphError`` with code `objectMissing` where the object is gone.
  public func cursor(
    at object: ManagedObject, in request: FetchRequest<ManagedObject>
  ) throws -> FetchCursor {
    try cursor(at: object, in: request, try FetchPlan(request, in: self))
  }

  private func cursor<Result>(
    at object: ManagedObject, in request: FetchRequest<Result>, _ plan: FetchPlan
  ) throws -> FetchCursor {
    try object.fulfill()
    let sort = plan.sort ?? .byKey
    // The place is one in the order that the fetch has, which unsaved changes may be no part of.
    let position =
      request.includesPendingChanges
      ? try sort.position(of: object) : try sort.position(of: StoredValues(object: object))
    try core.beginReading()
    return FetchCursor(
      entityName: request.entityName, order: request.sortKeys.map(\.description), position: position)
  }
}
