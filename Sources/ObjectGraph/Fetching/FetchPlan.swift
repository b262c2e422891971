import GraphModel
import GraphQuery
import GraphValues

/// A fetch request worked out against the model of a context.
final class FetchPlan {
  let registry: EntityRegistry
  /// Registries live as long as the core, and a plan may outlive its context.
  let core: ContextCore
  /// The registries of the entities whose objects are wanted.
  let family: [EntityRegistry]
  let includesSubentities: Bool
  let predicate: ResolvedPredicate?
  let sort: ResolvedSort?
  /// Only what comes behind this place in the order belongs to the result.
  let after: SortPosition?
  let limit: Int?
  let offset: Int
  let keysOnly: Bool
  let batchSize: Int
  let allowsFullScan: Bool
  /// The objects with unsaved changes that count for the fetch.
  let merges: Bool
  /// Whether unsaved changes of other objects may decide which objects are selected, or their order.
  let isStale: Bool
  let prefetcher: Prefetcher
  /// What unsaved deletions doom, which is left out.
  let doomed: KeySet?
  /// What a child leaves out, because it has changed or deleted it.
  let left: LeftOutKeys

  init<Result: FetchResult>(_ request: FetchRequest<Result>, in context: ObjectContext) throws {
    if let error = request.deferredError { throw error }
    try Self.check("fetchLimit", request.fetchLimit, request.entityName)
    try Self.check("fetchOffset", request.fetchOffset, request.entityName)
    try Self.check("fetchBatchSize", request.fetchBatchSize, request.entityName)
    registry = try context.core.registry(named: request.entityName)
    core = context.core
    try Result.checkFetched(entityName: request.entityName, in: context)
    let entity = registry.entity
    includesSubentities = request.includesSubentities
    let entities = registry.hierarchy.entities
    let family = request.includesSubentities ? entity.familyNumbers.map { entities[$0] } : [registry]
    self.family = family
    context.core.settleDeletions()
    let model = context.core.model
    predicate = try request.predicate.map {
      let condition =
        request.variables.isEmpty ? $0 : $0.substituting(request.variables.mapValues { $0 })
      return try condition.resolve(in: entity, model: model, store: context.core.store.identifier)
    }
    let sort =
      request.sortKeys.isEmpty
      ? nil
      : try ResolvedSort.resolve(
        request.sortKeys, in: entity, model: model,
        variables: request.variables.compactMapValues { $0.predicateOperand.value },
        store: context.core.store.identifier)
    self.sort = sort
    after = try request.startCursor.map { try $0.position(in: request, sort ?? .byKey) }
    limit = request.fetchLimit == 0 ? nil : request.fetchLimit
    offset = request.fetchOffset
    batchSize = request.fetchBatchSize
    allowsFullScan = request.allowsFullScan
    keysOnly = !request.includesPropertyValues || batchSize > 0
    prefetcher = try Prefetcher(request.relationshipKeyPathsForPrefetching, from: registry)
    merges = request.includesPendingChanges && family.contains { $0.hasChanges }
    isStale =
      request.includesPendingChanges
      && (context.core.isStoreStale(for: predicate?.relationships ?? [])
        || context.core.isStoreStale(for: sort?.relationships ?? []))
    doomed = request.includesPendingChanges ? context.core.doomedKeys(of: registry.hierarchy) : nil
    left = LeftOutKeys()
  }

  /// What a child asks of its parent.
  init(_ query: StoreQuery, in core: ContextCore) throws {
    registry = try core.registry(named: query.entity.name)
    self.core = core
    core.settleDeletions()
    let entities = registry.hierarchy.entities
    includesSubentities = query.includesSubentities
    family = includesSubentities ? registry.entity.familyNumbers.map { entities[$0] } : [registry]
    predicate = query.predicate
    sort = query.sort
    after = query.after
    limit = query.limit
    offset = query.offset
    keysOnly = query.keysOnly
    batchSize = 0
    allowsFullScan = query.allowsFullScan
    prefetcher = try Prefetcher([], from: registry)
    merges = family.contains { $0.hasChanges }
    isStale = core.isStoreStale(for: (predicate?.relationships ?? []) + (sort?.relationships ?? []))
    doomed = KeySet.union(core.doomedKeys(of: registry.hierarchy), query.doomed)
    left = LeftOutKeys(query.excludedKeys, query.doomed)
  }

  private static func check(_ name: StaticString, _ value: Int, _ entity: String) throws {
    if value < 0 {
      throw GraphError(.invalidRequest, "\(name) is \(value), and cannot be negative", entity: entity)
    }
  }

  /// What the request asks, without its window and without the context's unsaved changes but for deletions.
  var query: StoreQuery {
    var query = StoreQuery(entity: registry.entity)
    query.predicate = predicate
    query.sort = sort
    query.after = after
    query.keysOnly = keysOnly
    query.includesSubentities = includesSubentities
    query.doomed = doomed
    query.excludedKeys = left.keys
    query.allowsFullScan = allowsFullScan
    return query
  }

  /// What the store is asked for the objects of the result, with what unsaved changes make of it.
  ///
  /// Rows with unsaved changes are left out where those are merged in: the first `offset + limit` of the others are all
  /// that can be in the window. Where other objects' changes may decide, the store judges only by what each object is
  /// itself.
  var storedQuery: StoreQuery {
    var query = query
    if isStale {
      query.predicate = predicate?.ownPart
      query.sort = nil
      query.after = nil
      query.keysOnly = false
      query.excludedKeys = changedKeys
    } else if merges {
      query.excludedKeys = changedKeys
      query.limit = limit.map { $0.addingOrMax(offset) }
      // Values are compared with those of unsaved objects.
      if sort != nil { query.keysOnly = false }
    } else {
      query.limit = limit
      query.offset = offset
    }
    return query
  }

  /// The keys of stored objects with unsaved changes.
  var changedKeys: [Int64] {
    left.keys + family.flatMap { $0.updated.objects.map(\.key) + $0.deleted.objects.map(\.key) }
  }

  /// What is in the window of a whole result.
  func window<Element>(of result: [Element]) -> [Element] {
    let rest = result.dropFirst(offset)
    return Array(limit.map { rest.prefix($0) } ?? rest)
  }
}

/// Keys that a child leaves out of what it asks.
struct LeftOutKeys {
  var keys: [Int64] = []
  private var changed: KeySet?
  private var doomed: KeySet?

  init() {}

  init(_ keys: [Int64], _ doomed: KeySet?) {
    self.keys = keys
    self.doomed = doomed
    if !keys.isEmpty { changed = KeySet(keys) }
  }

  func contains(_ key: Int64) -> Bool { changed?.contains(key) == true || doomed?.contains(key) == true }
}

extension KeySet {
  /// The keys of both; nil where there are none.
  static func union(_ left: KeySet?, _ right: KeySet?) -> KeySet? {
    guard let left, let right else { return left ?? right }
    var result = left.count < right.count ? right : left
    for key in (left.count < right.count ? left : right).keys { result.insert(key) }
    return result
  }
}

extension Int {
  /// The sum, or the largest integer where there is none so large.
  func addingOrMax(_ other: Int) -> Int {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }
}
