import Foundation
import GraphModel
import GraphQuery
import GraphValues

/// Rows of new objects of one entity that are never made: filled from values, completed and checked by the model's
/// rules.
struct BatchRows {
  /// So many broken rules are reported.
  private static let failureLimit = 100

  let registry: EntityRegistry
  /// The slots that are given; nil for all that can be.
  let givenSlots: [Int]?
  private let store: any PersistentStore
  private let derivations: [Derivation]
  private let keepsDerivations: Bool
  private let orderedLinks: [ToOneLink]
  private let now = AttributeValue.date(Date())
  private var row: ValuesRow
  private var keys: Range<Int64> = 0..<0
  private var leaseSize = 256
  private var bytesOfLast = 0
  /// The last place in the list of each object that rows were added to, by the slot of the to-one.
  private var places: [Int: [Int64: Int64]] = [:]

  init(_ registry: EntityRegistry, given: [Int]?, _ store: any PersistentStore) {
    self.registry = registry
    self.store = store
    givenSlots = given
    derivations = registry.entity.derivations.filter { !$0.isKeptByStore }
    keepsDerivations = registry.keepsDerivations
    orderedLinks = registry.relationships.toOnes.filter { $0.orderSlot != nil }
    row = ValuesRow(registry, reserving: 0, bytes: 0)
  }

  var count: Int { row.builder.count }
  var byteCount: Int { row.builder.bytes.count }

  /// The slots that an upsert writes.
  var updatableSlots: [Int] {
    let entity = registry.entity
    let given =
      givenSlots
      ?? entity.properties.filter { $0.isPersistent && $0.attribute?.derivation == nil }.map(\.slot)
    return given
      + derivations.filter { $0.textSlot.map { given.contains($0) } ?? true }.map(\.slot)
  }

  mutating func append(_ write: (inout ValuesRow) throws -> Void) throws {
    if keys.isEmpty {
      keys = try store.leaseKeys(ofRoot: registry.entity.rootName, atLeast: leaseSize)
      leaseSize = min(leaseSize * 2, 1 << 14)
    }
    row.begin(key: keys.lowerBound)
    keys = keys.lowerBound + 1..<keys.upperBound
    if keepsDerivations { row.resetDerivations() }
    try write(&row)
    if let error = row.refusal { throw error }
    if !row.unstorable.isEmpty { throw unstorable() }
  }

  /// The rows so far, whole and checked; nil where there are none.
  mutating func finish() throws -> PackedRows? {
    if count == 0 { return nil }
    for link in orderedLinks { try place(link) }
    for derivation in derivations { derive(derivation) }
    let rows = row.builder.finish()
    bytesOfLast = byteCount
    row = ValuesRow(registry, reserving: rows.count, bytes: bytesOfLast + bytesOfLast / 8)
    try validate(rows)
    return rows
  }

  // MARK: Completing

  /// New members stand behind all others, in the order of the values.
  private mutating func place(_ link: ToOneLink) throws {
    guard let orderSlot = link.orderSlot else { return }
    var known = places.removeValue(forKey: link.slot) ?? [:]
    var missing: Set<Int64> = []
    for index in 0..<count where !row.builder.isNull(link.slot, row: index) {
      let owner = row.builder.integer(link.slot, row: index)
      if known[owner] == nil { missing.insert(owner) }
    }
    if !missing.isEmpty {
      known.merge(try store.lastOrders(link.inverse, owners: missing.sorted())) { $1 }
    }
    for index in 0..<count where !row.builder.isNull(link.slot, row: index) {
      let owner = row.builder.integer(link.slot, row: index)
      let order = OrderKeys.after(known[owner]) ?? .max
      known[owner] = order
      row.setWord(orderSlot, row: index, UInt64(bitPattern: order))
    }
    places[link.slot] = known
  }

  private mutating func derive(_ derivation: Derivation) {
    for index in 0..<count {
      guard let value = derivation.value(now: now, text: { text($0, index) }) else { return }
      row.encode(value, at: derivation.slot, row: index)
    }
  }

  private func text(_ slot: Int, _ index: Int) -> String? {
    guard !row.builder.isNull(slot, row: index), !registry.codecs[slot].isExternal else { return nil }
    return row.builder.text(slot, row: index)
  }

  // MARK: Checking

  private func validate(_ rows: PackedRows) throws {
    var failures: [ValidationFailure] = []
    for row in 0..<rows.count {
      registry.validator.validate(rows.buffer, row: row, of: registry, into: &failures)
      if failures.count >= Self.failureLimit { break }
    }
    for link in registry.relationships.toManys {
      let least = link.relationship.leastCount
      guard least > 0 else { continue }
      failures.append(
        ValidationFailure(
          objectID: ObjectID(home: registry.home, key: rows.key(0)), property: link.relationship.name,
          rule: .minimumCount,
          message: "at least \(least) are required, and values give none: insert object by object"))
    }
    if !failures.isEmpty { throw GraphError(validation: failures, underlyingErrors: []) }
  }

  private func unstorable() -> GraphError {
    let id = ObjectID(home: registry.home, key: row.builder.key(count - 1))
    var failures: [ValidationFailure] = []
    for (slot, value) in row.unstorable {
      guard let property = registry.entity.properties.first(where: { $0.slot == slot }) else { continue }
      let before = failures.count
      AttributeValidator(property).check(value) { rule, message in
        failures.append(
          ValidationFailure(objectID: id, property: property.name, rule: rule, message: message))
      }
      if failures.count > before { continue }
      failures.append(
        ValidationFailure(
          objectID: id, property: property.name, rule: .type,
          message: "the value is too large, or cannot be stored as \(property.typeName)"))
    }
    return GraphError(validation: failures, underlyingErrors: [])
  }
}
