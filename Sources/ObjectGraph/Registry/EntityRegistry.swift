import Foundation
import GraphModel
import GraphValues

/// What one context knows of one entity: its registered objects and their unsaved changes.
package final class EntityRegistry {
  let core: ContextCore
  let entity: ResolvedEntity
  let home: ObjectHome
  /// How each slot's value is kept.
  let codecs: [AttributeCodec]
  let slotKinds: [SlotKind]
  /// An overlay without changes.
  let emptyOverlay: ContiguousArray<AttributeValue?>
  let validator: EntityValidator

  var map = IdentityMap()
  var inserted = PendingList()
  var updated = PendingList()
  var deleted = PendingList()
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
  /// The words of a new object's row, default values that are words among them.
  private let template: [UInt64]
  /// The default values that are not in the template.
  private let defaults: [(slot: Int, AttributeDefault)]
  /// Where the next new object's values go.
  private var newRows: NewRows?
  private var bytesOfLastBatch = 0

  init(core: ContextCore, entity: ResolvedEntity) {
    self.core = core
    self.entity = entity
    home = ObjectHome(store: core.store.identifier, entity: entity.name, root: entity.rootName)
    let slotCount = entity.layout.kinds.count
    var codecs = [AttributeCodec](repeating: AttributeCodec(type: .int64), count: slotCount)
    var initial = PackedRowsBuilder(layout: entity.layout)
    initial.beginRow(key: 0, version: 1, entityNumber: entity.number)
    var defaults: [(slot: Int, AttributeDefault)] = []
    for property in entity.properties {
      guard let attribute = property.attribute else { continue }
      codecs[property.slot] = attribute.codec
      guard let rule = attribute.defaultValue else { continue }
      if case .value(let value) = rule, [.integer, .real].contains(property.slotKind),
        attribute.codec.encode(value, slot: property.slot, into: &initial)
      {
        continue
      }
      defaults.append((property.slot, rule))
    }
    template = initial.words
    self.defaults = defaults
    self.codecs = codecs
    slotKinds = entity.layout.kinds
    emptyOverlay = ContiguousArray(repeating: nil, count: slotCount)
    validator = EntityValidator(entity)
  }

  /// Whether there are unsaved changes of this entity.
  var hasChanges: Bool { !(inserted.isEmpty && updated.isEmpty && deleted.isEmpty) }

  func property(named name: String) throws -> StoredProperty {
    if let property = entity.property(named: name) { return property }
    let near = Suggestion.nearest(to: name, among: entity.properties.map(\.name))
    throw GraphError(
      .unknownProperty,
      "\(entity.name) has no property \"\(name)\"" + (near.map { "; did you mean \"\($0)\"?" } ?? ""),
      entity: entity.name, properties: [name])
  }

  func unreadable(_ object: ManagedObject, property: StoredProperty) -> GraphError {
    GraphError(
      .unreadableValue,
      "the stored value of \(object.id).\(property.name) cannot be read as \(property.typeName); another tool wrote it",
      entity: entity.name, properties: [property.name], objectID: object.id)
  }

  // MARK: Objects

  func insert() -> ManagedObject {
    var key = nextKey()
    while mayKnowUnleasedKeys, map[key] != nil { key = nextKey() }
    let object = ManagedObject(registry: self, key: key)
    let rows = rowsForNextObject()
    object.newRows = rows
    object.row = rows.append(template, key: object.key)
    for (slot, rule) in defaults {
      switch rule {
      case .now: object.assign(.date(Date()), slot)
      case .newUUID: object.assign(.uuid(UUID()), slot)
      case .value(let value): object.assign(value, slot)
      }
    }
    object.state = .inserted
    inserted.add(object)
    map.insert(object)
    return object
  }

  /// The object of a key: the registered one, or a new fault.
  func object(forKey key: Int64) -> ManagedObject {
    map.object(forKey: key) { ManagedObject(registry: self, key: key) }
  }

  /// The object that an identity from outside names: the registered one, or a new fault.
  func object(named id: ObjectID) -> ManagedObject {
    if let object = map[id.key] { return object }
    sweepIfDue()
    mayKnowUnleasedKeys = true
    return object(forKey: id.key)
  }

  /// The object of a row that was just read.
  ///
  /// A registered object without unsaved changes takes the newer row; one with changes keeps what it was
  /// changed against, so that its save notices the other writer.
  func adopt(_ key: Int64, _ rows: PackedRows, _ row: Int) -> ManagedObject {
    let object = map.object(forKey: key) { ManagedObject(registry: self, key: key) }
    if object.rows == nil || object.version < rows.version(row), object.state.isEmpty {
      object.rows = rows
      object.row = row
    }
    return object
  }

  /// Reads the row of a fault, and those of the faults it was fetched with.
  func fill(_ object: ManagedObject) throws {
    var keys = [object.key]
    if let place = faultBatches[object.key] {
      keys = Array(place.keys)
      for key in keys { faultBatches[key] = nil }
    }
    let found = try core.store.rows(ofRoot: entity.rootName, keys: keys)
    found.forEachRow { key, location in
      guard !location.isKnown, let sibling = key == object.key ? object : map[key], sibling.isFault
      else { return }
      sibling.rows = found.batches[Int(location.batch)]
      sibling.row = Int(location.row)
    }
    if object.isFault {
      throw GraphError(
        .objectMissing, "\(object.id) is not in the store: it was deleted, or never saved",
        entity: entity.name, objectID: object.id)
    }
  }

  // MARK: Changes

  func markUpdated(_ object: ManagedObject) {
    guard !core.isDisconnected else { return }
    object.state.insert(.updated)
    updated.add(object)
  }

  func unmarkUpdated(_ object: ManagedObject) {
    object.state.remove(.updated)
    updated.remove(object)
  }

  func delete(_ object: ManagedObject) {
    if object.state.contains(.inserted) {
      inserted.remove(object)
      map.remove(object.key)
      object.state = [.deleted, .detached]
      return
    }
    if object.state.contains(.updated) { unmarkUpdated(object) }
    object.state.insert(.deleted)
    deleted.add(object)
  }

  private func rowsForNextObject() -> NewRows {
    if let newRows, !newRows.isFull { return newRows }
    if let newRows { bytesOfLastBatch = newRows.buffer.bytes.count }
    let rows = NewRows(layout: entity.layout, bytes: bytesOfLastBatch + bytesOfLastBatch / 8)
    newRows = rows
    return rows
  }

  /// The rows filled so far are saved, or given up: new objects begin new ones.
  func finishNewRows() {
    newRows = nil
    if couldNotLease {
      couldNotLease = false
      lease = 0..<0
    }
  }

  /// Rows for a new object alone, as far as it has got: a large value must not keep its neighbours in memory, nor
  /// they it.
  func separate(_ object: ManagedObject, from rows: NewRows) -> NewRows {
    var copy = PackedRowsBuilder(layout: entity.layout)
    copy.beginRow(copying: rows.buffer, row: object.row, version: 1)
    let own = NewRows(copy.finish())
    rows.abandon(object.row)
    object.newRows = own
    object.row = 0
    return own
  }

  private func nextKey() -> Int64 {
    if lease.isEmpty { lease = nextKeys() }
    defer { lease = lease.lowerBound + 1..<lease.upperBound }
    return lease.lowerBound
  }

  private func nextKeys() -> Range<Int64> {
    if !couldNotLease {
      do {
        let keys = try core.store.leaseKeys(ofRoot: entity.rootName, atLeast: leaseSize)
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
}

extension EntityRegistry {
  /// Lets go of objects that nobody else holds and nothing changed, if enough were added since the last time.
  func sweepIfDue() {
    let count = map.count
    map.sweepIfDue()
    if map.count < count, !faultBatches.isEmpty {
      faultBatches = faultBatches.filter { map[$0.key] != nil }
    }
  }

  /// Lets go of all objects and their changes; those that others hold keep their values.
  func forgetAll() {
    map.forEach { $0.state.formUnion(.detached) }
    map.removeAll()
    _ = inserted.removeAll()
    _ = updated.removeAll()
    _ = deleted.removeAll()
    finishNewRows()
    faultBatches = [:]
    staleKeys = []
  }
}
