import GraphModel
import GraphValues

/// Which stored objects a batch request is about.
struct BatchSelection {
  let registry: EntityRegistry
  let query: StoreQuery

  init<Result: FetchResult>(_ request: FetchRequest<Result>, in context: ObjectContext) throws {
    var request = request
    request.includesPendingChanges = false
    let plan = try FetchPlan(request, in: context)
    registry = plan.registry
    var query = plan.storedQuery
    query.keysOnly = true
    self.query = query
  }

  var root: String { registry.entity.rootName }

  /// Whether objects of the hierarchy have to hear of changes one by one.
  var hasRegisteredObjects: Bool {
    // What nobody holds does not have to.
    registry.hierarchy.sweep()
    return registry.hierarchy.map.count > 0
  }
}
