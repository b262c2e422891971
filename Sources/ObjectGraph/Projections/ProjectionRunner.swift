import GraphModel
import GraphQuery
import GraphValues

/// Works out rows of values: in the store, or out of objects where unsaved changes count.
struct ProjectionRunner {
  private let plan: FetchPlan
  private let projection: ResolvedProjection
  private let limit: Int?
  private let offset: Int
  /// Whether objects in memory have to be looked at.
  private let isInMemory: Bool

  init<Result, Row>(_ request: ProjectionRequest<Result, Row>, in context: ObjectContext) throws {
    let registry = try context.core.registry(named: request.request.entityName)
    let (entity, model) = (registry.entity, context.core.model)
    for case let root? in request.roots where root != entity.name && !entity.ancestors.contains(root) {
      throw QueryError(.unknownKey, "a column is of \(root), and not of \(entity.name)", entity: entity.name)
    }
    let description = request.projection
    var objects = request.request
    objects.relationshipKeyPathsForPrefetching = []
    if description.isGrouped || description.isDistinct {
      if objects.startCursor != nil {
        throw GraphError(
          .invalidRequest, "groups and distinct rows have no cursors: use an offset", entity: entity.name)
      }
      (objects.fetchLimit, objects.fetchOffset, objects.sortKeys) = (0, 0, [])
      for (name, value) in [
        ("fetchLimit", request.request.fetchLimit), ("fetchOffset", request.request.fetchOffset),
      ] where value < 0 {
        throw GraphError(
          .invalidRequest, "\(name) is \(value), and cannot be negative", entity: entity.name)
      }
    }
    plan = try FetchPlan(objects, in: context)
    limit = request.request.fetchLimit == 0 ? nil : request.request.fetchLimit
    offset = request.request.fetchOffset
    var resolver = ProjectionResolver(
      entity: entity, model: model, store: context.core.store.identifier,
      variables: request.request.variables.compactMapValues { $0.predicateOperand.value })
    projection = try resolver.resolve(description, sortKeys: request.request.sortKeys)
    isInMemory =
      plan.isStale || plan.merges
      || (request.request.includesPendingChanges
        && context.core.isStoreStale(for: projection.relationships))
  }

  /// What a child asks of its parent.
  init(_ query: StoreQuery, _ projection: ResolvedProjection, in core: ContextCore) throws {
    var objects = query
    if projection.isGrouped || projection.isDistinct {
      (objects.limit, objects.offset, objects.sort) = (nil, 0, nil)
    }
    plan = try FetchPlan(objects, in: core)
    (limit, offset) = (query.limit, query.offset)
    self.projection = projection
    isInMemory = plan.isStale || plan.merges || core.isStoreStale(for: projection.relationships)
  }

  /// The names of the columns.
  var names: [String] { projection.columns[..<projection.visibleCount].map(\.name) }

  /// Calls a body with the values of each row.
  func run(_ body: ([AttributeValue]) throws -> Void) throws {
    if isInMemory {
      for row in try rowsOfObjects() { try body(row) }
      return
    }
    var query = plan.query
    query.keysOnly = false
    query.limit = limit
    query.offset = offset
    try plan.registry.core.store.project(query, projection, body)
  }

  private func rowsOfObjects() throws -> [[AttributeValue]] {
    let reader = try ResultReader(FetchRunner(plan))
    if !projection.isGrouped, !projection.isDistinct {
      // The window is that of the objects.
      var rows: [[AttributeValue]] = []
      let columns = projection.columns[..<projection.visibleCount]
      while let object = try reader.nextObject() {
        rows.append(try columns.map { try $0.value(for: object) })
      }
      try plan.registry.core.throwRecordedError()
      return rows
    }
    var reducer = GroupReducer(projection)
    while let object = try reader.nextObject() { try reducer.add(object) }
    let rows = try reducer.rows()
    // What could not be read was taken for nil.
    try plan.registry.core.throwRecordedError()
    let rest = rows.dropFirst(offset)
    return Array(limit.map { rest.prefix($0) } ?? rest)
  }
}
