package import GraphQuery
import GraphValues

/// A fetch request whose result follows the commits of its store.
///
/// `@unchecked Sendable`: the worker of the container alone uses it, on its queue.
package final class LiveQuery<Result: FetchResult, Value: Sendable>: @unchecked Sendable {
  typealias Row = LiveRow<Value>

  let request: FetchRequest<Result>
  let value: @Sendable (Result) throws -> Value
  let terms: LiveTerms
  private var list: LiveList<Value>
  private var rows: [Int64: Row] = [:]
  /// Whether no row of the store comes behind the last one of the list.
  private var isComplete = true
  private var isLoaded = false

  /// - Parameter section: what rows of a section have in common.
  /// - Throws: what is wrong with the request.
  package init(
    _ request: FetchRequest<Result>, section: SortKey?, in context: ObjectContext,
    value: @escaping @Sendable (Result) throws -> Value
  ) throws {
    let sorted = section.map { request.sorted(bySections: $0) } ?? request
    self.request = sorted
    self.value = value
    terms = try LiveTerms(sorted, section: section, in: context)
    list = LiveList([], sort: terms.sort)
  }

  /// Whether the changes may be of importance for the result.
  package func isTouched(by changes: LiveChanges) -> Bool {
    !isLoaded || terms.dependencies.areTouched(by: changes)
  }

  /// Brings the result to the pass's state.
  ///
  /// - Returns: what has become of it; nil where nothing has.
  func update(_ pass: LivePass) throws -> LiveUpdate<Value>? {
    try Result.checkFetched(entityName: request.entityName, in: pass.context)
    let registry = try pass.context.core.registry(named: request.entityName)
    let isFirst = !isLoaded
    var changes: [Int64: LiveUpdate<Value>.Change] = [:]
    if isFirst || needsReload(pass.changes) {
      try reload(pass, registry, &changes)
    } else if terms.dependencies.areTouched(by: pass.changes) {
      try follow(pass, registry, &changes)
    }
    return changes.isEmpty && !isFirst ? nil : LiveUpdate(list: list, changes: changes)
  }

  private func needsReload(_ changes: LiveChanges) -> Bool {
    if terms.dependencies.needsReload(changes) { return true }
    guard let keys = changes.keys[terms.dependencies.root], !keys.isEmpty else { return false }
    // What stands before an offset is not known; and where much has changed, reading all of it is less.
    return terms.offset > 0 || keys.count > max(512, list.count / 4)
  }

  // MARK: All rows

  private func reload(
    _ pass: LivePass, _ registry: EntityRegistry, _ changes: inout [Int64: LiveUpdate<Value>.Change]
  ) throws {
    let before = rows
    // Where others decide over the order, a row that is known may have another place.
    let isKnown: ((Int64, Int64) -> Bool)? =
      terms.followsOthers || registry.core.rereadsRows || before.isEmpty
      ? nil : { before[$0]?.version == $1 }
    let found = try read(terms.query(limit: terms.limit, after: terms.after), registry, isKnown)
    isComplete = terms.limit.map { found.count < $0 } ?? true
    rows = Dictionary(found.lazy.map { ($0.position.key, $0) }, uniquingKeysWith: { first, _ in first })
    list = LiveList(found, sort: terms.sort)
    isLoaded = true
    for (key, row) in before where rows[key] == nil { changes.note(key, old: row, new: nil) }
    for row in found { changes.note(row.position.key, old: before[row.position.key], new: row) }
  }

  private func read(
    _ query: StoreQuery, _ registry: EntityRegistry, _ isKnown: ((Int64, Int64) -> Bool)?
  ) throws -> [Row] {
    let collected = try registry.core.store.fetch(query, isKnown: isKnown)
    collected.formGroup()
    var found: [Row] = []
    found.reserveCapacity(collected.count)
    try collected.forEachRow { key, location in
      if location.isKnown {
        if let row = rows[key] { found.append(row) }
        return
      }
      let object = registry.hierarchy.adopt(
        key, collected.batches[Int(location.batch)], Int(location.row), isNoted: false)
      found.append(try row(of: object))
    }
    try registry.core.throwRecordedError()
    return found
  }

  /// The row of an object; the one that is known where it is no other.
  private func row(of object: ManagedObject) throws -> Row {
    let position = try terms.sort.position(of: object)
    let section = try terms.section?.value(for: object) ?? .null
    if let known = rows[object.key], known.version == object.version, !object.core.rereadsRows,
      known.position == position, known.section == section
    {
      return known
    }
    return Row(
      id: object.id, version: object.version, position: position, section: section,
      value: try value(Result.fetched(object)))
  }

  // MARK: Changed rows

  private func follow(
    _ pass: LivePass, _ registry: EntityRegistry, _ changes: inout [Int64: LiveUpdate<Value>.Change]
  ) throws {
    let root = terms.dependencies.root
    let objects = try pass.changedObjects(ofRoot: root, registry)
    // Up to here the list has all rows that there are.
    let bound = isComplete ? nil : list.last?.position
    for key in pass.changes.keys[root] ?? [] {
      let old = rows[key]
      var new: Row?
      if let object = objects[key], try terms.selects(object, registry) {
        new = try row(of: object)
        if let bound, let row = new, !list.isOrdered(row.position, upTo: bound) { new = nil }
      }
      if old === new { continue }
      if let old { list.remove(old) }
      if let new { list.insert(new) }
      rows[key] = new
      changes.note(key, old: old, new: new)
    }
    try registry.core.throwRecordedError()
    try fill(bound, registry, &changes)
  }

  /// Keeps the window full, and not fuller.
  private func fill(
    _ bound: SortPosition?, _ registry: EntityRegistry,
    _ changes: inout [Int64: LiveUpdate<Value>.Change]
  ) throws {
    guard let limit = terms.limit else { return }
    while list.count > limit, let row = list.removeLast() {
      isComplete = false
      rows[row.position.key] = nil
      changes.note(row.position.key, old: row, new: nil)
    }
    guard !isComplete, list.count < limit, let bound else { return }
    let missing = limit - list.count
    let found = try read(terms.query(limit: missing, after: bound), registry, nil)
    isComplete = found.count < missing
    list.append(found)
    for row in found {
      rows[row.position.key] = row
      changes.note(row.position.key, old: nil, new: row)
    }
  }
}
