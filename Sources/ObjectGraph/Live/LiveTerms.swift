import Foundation
import GraphModel
import GraphQuery
import GraphValues

/// A request of live results worked out against the model, once.
struct LiveTerms: Sendable {
  let entity: ResolvedEntity
  let predicate: ResolvedPredicate?
  let sort: ResolvedSort
  /// What rows of a section have in common; nil where there are no sections.
  let section: ResolvedExpression?
  let limit: Int?
  let offset: Int
  let after: SortPosition?
  let dependencies: LiveDependencies
  private let includesSubentities: Bool
  private let allowsFullScan: Bool

  init<Result: FetchResult>(
    _ request: FetchRequest<Result>, section key: SortKey?, in context: ObjectContext
  ) throws {
    let plan = try FetchPlan(request, in: context)
    let core = context.core
    entity = plan.registry.entity
    predicate = plan.predicate
    sort = plan.sort ?? .byKey
    section = try key.map { key in
      let expression = key.expression ?? .keyPath(PropertyPath(dotted: key.keyPath))
      return try expression.resolve(
        in: plan.registry.entity, model: core.model, store: core.store.identifier)
    }
    limit = plan.limit
    offset = plan.offset
    after = plan.after
    includesSubentities = plan.includesSubentities
    allowsFullScan = plan.allowsFullScan
    dependencies = LiveDependencies(
      root: entity.rootName,
      relationships: (predicate?.relationships ?? []) + sort.relationships + (section?.relationships ?? []),
      model: core.model)
  }

  /// Whether other objects decide over the order or the sections.
  var followsOthers: Bool { !sort.relationships.isEmpty || section?.relationships.isEmpty == false }

  func query(limit: Int?, after: SortPosition?) -> StoreQuery {
    var query = StoreQuery(entity: entity)
    query.predicate = predicate
    query.sort = sort.keys.isEmpty ? nil : sort
    query.after = after
    query.limit = limit
    query.offset = offset
    query.includesSubentities = includesSubentities
    query.allowsFullScan = allowsFullScan
    return query
  }

  /// Whether an object belongs to the result, its window left out of account.
  ///
  /// - Parameter registry: the registry of the request's entity.
  func selects(_ object: ManagedObject, _ registry: EntityRegistry) throws -> Bool {
    guard includesSubentities ? object.registry.isKind(of: registry) : object.registry === registry,
      try predicate?.matches(object) ?? true
    else { return false }
    return try after.map { try sort.follows(object, $0) } ?? true
  }
}
