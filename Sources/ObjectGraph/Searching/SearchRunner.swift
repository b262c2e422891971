import GraphModel
import GraphQuery

/// Runs a ranked search: the stored rows, with the context's unsaved changes merged in.
struct SearchRunner {
  struct Found {
    let object: ManagedObject
    let hit: FullTextHit
  }

  private let plan: FetchPlan
  private let search: FullTextSearch
  private let index: ResolvedFullText
  private let wanted: Set<String>

  init(
    _ plan: FetchPlan, _ query: FullTextQuery, weights: [String: Double], excerpts: SearchExcerpts?
  ) throws {
    let entity = plan.registry.entity
    let model = plan.registry.core.model
    let match = try query.resolvedMatch(in: entity, model: model)
    guard let index = model.fullText(ofRoot: entity.rootName) else {
      preconditionFailure("an entity with a full-text index, whose hierarchy has none")
    }
    let declared = model.fullTextAttributes(of: entity)
    for (name, weight) in weights {
      if !declared.contains(name) {
        throw GraphError(
          .invalidRequest, "the full-text index of \(entity.name) has no attribute \"\(name)\" to weigh",
          entity: entity.name)
      }
      if !weight.isFinite {
        throw GraphError(
          .invalidRequest, "the weight of \"\(name)\" is \(weight), and has to be finite", entity: entity.name
        )
      }
    }
    if let excerpts, !(1...64).contains(excerpts.snippetWords) {
      throw GraphError(
        .invalidRequest, "snippetWords is \(excerpts.snippetWords), and has to be 1 to 64",
        entity: entity.name)
    }
    self.plan = plan
    self.index = index
    wanted = Set(query.attributes ?? declared)
    search = FullTextSearch(match: match, weights: weights, excerpts: excerpts)
  }

  /// What a child asks of its parent.
  init(_ plan: FetchPlan, _ search: FullTextSearch) {
    guard let index = plan.core.model.fullText(ofRoot: plan.registry.entity.rootName) else {
      preconditionFailure("an entity with a full-text index, whose hierarchy has none")
    }
    self.plan = plan
    self.search = search
    self.index = index
    wanted = []
  }

  func run() throws -> [Found] {
    plan.registry.hierarchy.sweepIfDue()
    let merges = plan.merges || plan.isStale
    var query = plan.storedQuery
    // The rank orders what no sort key does: only the whole can be merged.
    if merges { query.limit = nil }
    var found = try objects(of: try plan.registry.core.store.search(query, search))
    if plan.isStale {
      found = try found.filter { try plan.predicate?.matches($0.object) ?? true }
    }
    if merges {
      let stored = found.count
      found += try pending()
      let added = stored < found.count
      if let sort = plan.sort, plan.isStale || added {
        try found.sort { try sort.precedes($0.object, $1.object) }
      }
      found = plan.window(of: found)
    }
    // What could not be read was taken for nil.
    try plan.registry.core.throwRecordedError()
    return found
  }

  /// The marked texts by attribute.
  func highlights(_ hit: FullTextHit) -> [String: String] {
    var result: [String: String] = [:]
    for (column, text) in zip(index.columns, hit.highlights) where wanted.contains(column.name) {
      result[column.name] = text
    }
    return result
  }

  /// The objects of the hits: those that are faults are read together when one is touched.
  private func objects(of hits: [FullTextHit]) throws -> [Found] {
    let hierarchy = plan.registry.hierarchy
    let found = hits.map { hit in
      Found(object: hierarchy.object(forKey: hit.key, as: plan.registry), hit: hit)
    }
    let faults = found.filter(\.object.isFault).map(\.object.key)
    if plan.batchSize > 0 {
      hierarchy.batchFaults(faults, size: plan.batchSize)
    } else {
      hierarchy.batchFaults(faults)
    }
    return found
  }

  /// The inserted and updated objects that meet the request and the search as they are now.
  private func pending() throws -> [Found] {
    var result: [Found] = []
    for registry in plan.family {
      for object in registry.inserted.objects + registry.updated.objects {
        guard !plan.left.contains(object.key), try plan.predicate?.matches(object) ?? true,
          let hit = try object.hit(search, index)
        else {
          continue
        }
        result.append(Found(object: object, hit: hit))
      }
    }
    return result.sorted { $0.object.key < $1.object.key }
  }
}
