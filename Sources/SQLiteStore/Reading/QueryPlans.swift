import GraphModel
import GraphQuery
import GraphSQL
import ObjectGraph
import GraphValues
import Synchronization

/// The statements of queries by their shape: the same query with other values is compiled once.
final class QueryPlans: Sendable {
  /// Shapes are few unless a program composes them without end; then all are forgotten.
  private static let limit = 1000

  private struct Key: Hashable {
    let entity: Int
    let includesSubentities: Bool
    let predicate: PredicateShape?
    let sort: ResolvedSort?
    /// Which values of the place that the rows come after are nil.
    let after: [Bool]?
    let isLimited: Bool
    let excludes: Bool
    let keysOnly: Bool
    let counts: Bool
  }

  let schema: QuerySchema
  private struct Plans {
    var byKey: [Key: QueryPlan] = [:]
    /// The one asked for last, which is often wanted again: comparing is faster than hashing.
    var latest: (key: Key, plan: QueryPlan)?
  }

  private let plans = Guarded(Plans())

  init(_ schema: QuerySchema) { self.schema = schema }

  func plan(for query: StoreQuery, _ table: StoredTable, counts: Bool = false) throws -> QueryPlan {
    let key = Key(
      entity: query.entity.index, includesSubentities: query.includesSubentities,
      predicate: query.predicate?.shape, sort: query.sort,
      after: query.after?.values.map(\.isNull),
      isLimited: query.limit != nil || query.offset > 0, excludes: !query.excludedKeys.isEmpty,
      keysOnly: query.keysOnly, counts: counts)
    let known = plans.withLock { plans -> QueryPlan? in
      if let latest = plans.latest, latest.key == key { return latest.plan }
      guard let plan = plans.byKey[key] else { return nil }
      plans.latest = (key, plan)
      return plan
    }
    if let known { return known }
    let family = table.layout.familyCondition(
      of: query.entity, includesSubentities: query.includesSubentities)
    let plan = try QueryPlan(query, table, schema: schema, family: family, counts: counts)
    plans.withLock { plans in
      if plans.byKey.count >= Self.limit { plans.byKey = [:] }
      plans.byKey[key] = plan
      plans.latest = (key, plan)
    }
    return plan
  }
}
