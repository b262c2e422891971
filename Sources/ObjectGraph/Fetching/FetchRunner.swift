import GraphQuery
import GraphValues

/// Runs a fetch: the stored rows, with the context's unsaved changes merged in.
struct FetchRunner {
  let plan: FetchPlan
  let registry: EntityRegistry
  let store: any PersistentStore

  init(_ plan: FetchPlan) {
    self.plan = plan
    registry = plan.registry
    store = plan.registry.core.store
  }

  /// Calls `body` with each object of the result, in order.
  func run(_ body: (ManagedObject) -> Void) throws {
    let core = registry.core
    if plan.prefetcher.isEmpty { return try core.access.during { try runPlainly(body) } }
    var objects: [ManagedObject] = []
    try core.access.during {
      try runPlainly { objects.append($0) }
      try plan.prefetcher.run(objects)
    }
    for object in objects { body(object) }
  }

  private func runPlainly(_ body: (ManagedObject) -> Void) throws {
    registry.hierarchy.sweepIfDue()
    if plan.isStale {
      for object in plan.window(of: try judgedObjects()) { body(object) }
      return
    }
    if plan.merges {
      for object in try mergedObjects() { body(object) }
      return
    }
    let query = plan.storedQuery
    register(try store.fetch(query, isKnown: isKnown), keysOnly: query.keysOnly, body)
  }

  /// The keys of the objects of the result, in order; objects without unsaved changes are not made for it.
  func keys() throws -> [Int64] {
    try registry.core.access.during { try foundKeys() }
  }

  private func foundKeys() throws -> [Int64] {
    if plan.isStale || plan.merges {
      var keys: [Int64] = []
      try runPlainly { keys.append($0.key) }
      return keys
    }
    var query = plan.storedQuery
    query.keysOnly = true
    return try store.fetch(query, isKnown: nil).keys
  }

  func count() throws -> Int {
    try registry.core.access.during { try foundCount() }
  }

  private func foundCount() throws -> Int {
    var query = plan.query
    if query.after == nil { query.sort = nil }
    var total: Int
    if plan.isStale {
      total = try matches().count
    } else if plan.merges {
      query.excludedKeys = plan.changedKeys
      total = try store.count(query) + (try pendingMatches().count)
    } else {
      total = try store.count(query)
    }
    total = max(0, total - plan.offset)
    return plan.limit.map { min($0, total) } ?? total
  }

  // MARK: Stored rows

  /// Whether a row's values are registered already in the version found.
  var isKnown: ((Int64, Int64) -> Bool)? {
    let hierarchy = registry.hierarchy
    if plan.keysOnly || hierarchy.map.count == 0 || hierarchy.core.rereadsRows { return nil }
    return hierarchy.holdsRow
  }

  /// Calls `body` with the object of each row, in order; rows without values are those of faults.
  func register(_ rows: CollectedRows, keysOnly: Bool, _ body: (ManagedObject) -> Void) {
    let hierarchy = registry.hierarchy
    if keysOnly {
      let faults = rows.keys.map { hierarchy.object(forKey: $0, as: registry) }
      if plan.batchSize > 0 {
        hierarchy.batchFaults(faults.filter(\.isFault).map(\.key), size: plan.batchSize)
      }
      for object in faults { body(object) }
      return
    }
    rows.formGroup()
    hierarchy.map.reserve(rows.keys.count - rows.knownRows.count)
    let isNoted = hierarchy.core.notesReadRows
    rows.forEachRow { key, location in
      if !location.isKnown {
        body(
          hierarchy.adopt(key, rows.batches[Int(location.batch)], Int(location.row), isNoted: isNoted))
      } else if let object = hierarchy.map[key] {
        body(object)
      }
    }
  }

  // MARK: Unsaved changes

  /// The inserted and updated objects that belong to the result as they are now.
  func pendingMatches() throws -> [ManagedObject] {
    var result: [ManagedObject] = []
    for registry in plan.family {
      for object in registry.inserted.objects where try belongs(object) { result.append(object) }
      for object in registry.updated.objects where try belongs(object) { result.append(object) }
    }
    return result
  }

  /// Whether an object meets the predicate and comes behind the place that the result begins at.
  private func belongs(_ object: ManagedObject) throws -> Bool {
    guard !plan.left.contains(object.key), try plan.predicate?.matches(object) ?? true else { return false }
    return try plan.after.map { try (plan.sort ?? .byKey).follows(object, $0) } ?? true
  }

  /// The objects that meet the predicate, judged in memory: the store judges only by what each object is itself.
  private func matches() throws -> [ManagedObject] {
    var candidates: [ManagedObject] = []
    register(try store.fetch(plan.storedQuery, isKnown: isKnown), keysOnly: false) { candidates.append($0) }
    var result: [ManagedObject] = []
    for object in candidates where try belongs(object) { result.append(object) }
    result += try pendingMatches()
    // What could not be read was taken for nil.
    try registry.core.throwRecordedError()
    return result
  }

  /// All objects that meet the predicate, in order.
  func judgedObjects() throws -> [ManagedObject] {
    let objects = try matches().sorted(by: { try precedes($0, $1) })
    try registry.core.throwRecordedError()
    return objects
  }

  /// The window of the whole result, stored and unsaved objects in one order.
  private func mergedObjects() throws -> [ManagedObject] {
    let query = plan.storedQuery
    var stored: [ManagedObject] = []
    let rows = try store.fetch(query, isKnown: query.keysOnly ? nil : isKnown)
    stored.reserveCapacity(rows.keys.count)
    register(rows, keysOnly: query.keysOnly) { stored.append($0) }
    let pending = try pendingMatches().sorted(by: { try precedes($0, $1) })
    return plan.window(of: try merge(stored, pending))
  }

  func precedes(_ left: ManagedObject, _ right: ManagedObject) throws -> Bool {
    try plan.sort?.precedes(left, right) ?? (left.key < right.key)
  }

  private func merge(_ stored: [ManagedObject], _ pending: [ManagedObject]) throws -> [ManagedObject] {
    var result: [ManagedObject] = []
    result.reserveCapacity(stored.count + pending.count)
    var next = 0
    for object in stored {
      while next < pending.count, try precedes(pending[next], object) {
        result.append(pending[next])
        next += 1
      }
      result.append(object)
    }
    result.append(contentsOf: pending[next...])
    return result
  }
}
