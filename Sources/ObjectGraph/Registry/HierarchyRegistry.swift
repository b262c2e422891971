import GraphModel
import GraphValues

/// What one context knows of one hierarchy of entities, which share keys: its registered objects.
final class HierarchyRegistry {
  /// It owns the registry, and objects hold it.
  unowned(unsafe) let core: ContextCore
  let rootName: String
  let layout: RowLayout
  /// The registries of its entities by their numbers.
  private(set) var entities: [EntityRegistry] = []

  var map = IdentityMap()
  /// What was read since the context has gone; nil before.
  var kept: KeptRows?
  /// Keys of objects whose rows a save found changed by another writer: a rollback makes them faults.
  var staleKeys: [Int64] = []
  /// Objects that were fetched together without values, and are to be read together.
  var faultBatches: [Int64: FaultBatch.Place] = [:]

  /// Whether keys are registered that identities from outside named: a store restored from a backup may lease
  /// them yet.
  private var mayKnowUnleasedKeys = false
  private var lease: Range<Int64> = 0..<0
  private var leaseSize = 16
  /// Whether a lease has failed since the last save.
  private var couldNotLease = false

  init(core: ContextCore, root: ResolvedEntity) {
    self.core = core
    rootName = root.rootName
    layout = root.layout
  }

  func add(_ registry: EntityRegistry) { entities.append(registry) }

  /// The context is gone: objects belong to those who hold them. What the others have read is kept for a while.
  func abandon(keeping objects: [ManagedObject]) {
    kept = KeptRows()
    var room = KeptRows.limit
    map.forEach { object in
      if room > 0 { keep(object) }
      room -= 1
    }
    map.abandon(keeping: objects)
  }

  // MARK: Objects

  /// The object of a key: the registered one, or a new fault.
  ///
  /// - Parameter registry: the entity that the object is known to be of, or to inherit from.
  func object(forKey key: Int64, as registry: EntityRegistry) -> ManagedObject {
    map.object(forKey: key) { makeObject(forKey: key, as: registry) }
  }

  /// The object that an identity from outside names: the registered one, or a new fault.
  func object(named key: Int64, as registry: EntityRegistry) -> ManagedObject {
    if let object = map[key] { return object }
    sweepIfDue()
    mayKnowUnleasedKeys = true
    return object(forKey: key, as: registry)
  }

  /// The object of a row that was just read.
  ///
  /// A registered object without unsaved changes takes the newer row; one with changes keeps what it was
  /// changed against, so that its save notices the other writer.
  ///
  /// - Parameter isNoted: ``ContextCore/notesReadRows``, asked for once for many rows.
  func adopt(_ key: Int64, _ rows: PackedRows, _ row: Int, isNoted: Bool) -> ManagedObject {
    var isNew = false
    let object = map.object(forKey: key) {
      isNew = true
      return ManagedObject(registry: registry(of: rows, row), key: key)
    }
    if isNew {
      object.rows = rows
      object.row = row
      if isNoted { noteRead(object, from: nil) }
    } else if object.rows == nil
      ? !object.state.contains(.inserted) && !object.state.contains(.detached)
      : object.state.isClean && (object.version < rows.version(row) || core.rereadsRows)
    {
      take(rows, row, for: object)
    }
    return object
  }

  private func noteRead(_ object: ManagedObject, from before: ReadRow?) {
    keep(object)
    if core.tracksReadRows { core.noteRead(object, from: before) }
  }

  /// Gives a registered object its stored row.
  func take(_ rows: PackedRows, _ row: Int, for object: ManagedObject) {
    let before = object.rows.map { ReadRow(rows: $0, row: object.row) }
    object.rows = rows
    object.row = row
    if object.state.contains(.provisional) {
      object.state.remove(.provisional)
      object.registry = registry(of: rows, row)
    }
    if core.notesReadRows { noteRead(object, from: before) }
  }

  /// Gives a registered object its stored row, which has no transient values: those it has stay.
  func takeStored(_ rows: PackedRows, _ row: Int, for object: ManagedObject) {
    let slots = object.registry.transientSlots
    guard !slots.isEmpty, let before = object.rows else { return take(rows, row, for: object) }
    var builder = PackedRowsBuilder(layout: layout)
    builder.beginRow(copying: rows.buffer, row: row, version: rows.version(row))
    for slot in slots {
      builder.setNull(slot)
      builder.copy(slot, from: before, row: object.row, slot: slot)
    }
    take(builder.finish(), 0, for: object)
  }

  /// The registry of a row's entity; a number that no entity has, which another tool wrote, counts as the root's.
  func registry(of rows: PackedRows, _ row: Int) -> EntityRegistry {
    let number = rows.entityNumber(row)
    return entities.indices.contains(number) ? entities[number] : entities[0]
  }

  /// Reads the row of a fault, and those of the faults it was fetched with.
  func fill(_ object: ManagedObject) throws {
    var keys = [object.key]
    if let place = faultBatches[object.key] {
      keys = Array(place.keys)
      for key in keys { faultBatches[key] = nil }
    }
    try core.access.during { try read(keys, object) }
    if object.rows == nil {
      throw GraphError(
        .objectMissing, "\(object.id) is not in the store: it was deleted, or never saved",
        entity: object.registry.entity.name, objectID: object.id)
    }
  }

  /// Reads the rows of faults with one query; those that are not there stay faults.
  ///
  /// - Parameter object: the one that asked.
  func read(_ keys: [Int64], _ object: ManagedObject? = nil) throws {
    let found = try core.store.rows(ofRoot: rootName, keys: keys)
    found.formGroup()
    let isNoted = core.notesReadRows
    found.forEachRow { key, location in
      if location.isKnown { return }
      let (rows, row) = (found.batches[Int(location.batch)], Int(location.row))
      guard let sibling = key == object?.key ? object : map[key] else {
        _ = adopt(key, rows, row, isNoted: isNoted)
        return
      }
      if sibling.rows == nil, sibling.newRows == nil { take(rows, row, for: sibling) }
    }
  }

  /// Has faults read together once one of them is touched, so many at once.
  func batchFaults(_ keys: [Int64], size: Int = MemberLoader.batchLimit) {
    let batch = FaultBatch(keys: keys, size: size)
    for (index, key) in keys.enumerated() {
      faultBatches[key] = FaultBatch.Place(batch: batch, index: index)
    }
  }

  /// Whether a row is registered in just this version.
  func holdsRow(_ key: Int64, _ version: Int64) -> Bool {
    guard let object = map[key], let rows = object.rows else { return false }
    return rows.version(object.row) == version
  }

  // MARK: Keys

  /// A key for a new object.
  func nextFreeKey() -> Int64 {
    var key = nextKey()
    while mayKnowUnleasedKeys, map[key] != nil { key = nextKey() }
    return key
  }

  private func nextKey() -> Int64 {
    if lease.isEmpty { lease = nextKeys() }
    defer { lease = lease.lowerBound + 1..<lease.upperBound }
    return lease.lowerBound
  }

  private func nextKeys() -> Range<Int64> {
    if !couldNotLease {
      do {
        let keys = try core.store.leaseKeys(ofRoot: rootName, atLeast: leaseSize)
        leaseSize = min(leaseSize * 2, 4096)
        return keys
      } catch {
        couldNotLease = true
      }
    }
    // An insertion cannot throw, and the save of a store that cannot even lease keys will say why. Keys of the
    // upper half are never leased, and blocks of them that begin at random do not meet by chance. Until the save,
    // new objects stay with them: they keep their order, and do not wait for a locked store one by one.
    let start = Int64.random(in: (1 << 62)...(Int64.max - Self.unleasedBlock))
    return start..<start + Self.unleasedBlock
  }

  private static let unleasedBlock: Int64 = 1 << 20

  /// What was inserted is saved, or given up: keys are leased again.
  func finishInsertions() {
    if couldNotLease {
      couldNotLease = false
      lease = 0..<0
    }
  }

  // MARK: Letting go

  /// Lets go of objects that nobody else holds and nothing changed, if enough were added since the last time.
  func sweepIfDue() {
    let count = map.count
    map.sweepIfDue()
    forgetBatches(unless: map.count == count)
  }

  /// Lets go of all objects that nobody else holds and nothing changed.
  func sweep() {
    let count = map.count
    map.sweep()
    forgetBatches(unless: map.count == count)
  }

  private func forgetBatches(unless nothingWent: Bool) {
    if nothingWent || faultBatches.isEmpty { return }
    faultBatches = faultBatches.filter { map[$0.key] != nil }
  }

  /// Lets go of all objects and their changes; those that others hold keep their values.
  func forgetAll() {
    map.forEach { object in
      object.state.formUnion(.detached)
      object.collections = nil
    }
    map.removeAll()
    for registry in entities { registry.forgetChanges() }
    finishInsertions()
    faultBatches = [:]
    staleKeys = []
  }
}

/// A row as it was read.
struct ReadRow {
  let rows: PackedRows
  let row: Int
}

extension CollectedRows {
  /// Notes that the rows were read together.
  func formGroup() {
    guard keys.count > 1, !batches.isEmpty else { return }
    let group = RowGroup(keys: keys)
    for batch in batches { batch.group = group }
  }
}
