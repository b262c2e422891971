import Foundation
import GraphModel
import GraphValues

/// What one context knows of one entity: how its values are kept, and the unsaved changes of its objects.
package final class EntityRegistry {
  /// It owns the registries, and objects hold it.
  unowned(unsafe) let core: ContextCore
  unowned(unsafe) let hierarchy: HierarchyRegistry
  let entity: ResolvedEntity
  let home: ObjectHome
  /// How each slot's value is kept.
  let codecs: [AttributeCodec]
  let slotKinds: [SlotKind]
  /// What the IDs in the slots of to-one relationships share; nil for other slots.
  let referenceHomes: [ObjectHome?]
  /// An overlay without changes.
  let emptyOverlay: ContiguousArray<AttributeValue?>
  let validator: EntityValidator
  /// The slots that have no column.
  let transientSlots: [Int]
  /// Whether the store keeps derived values of its objects.
  let keepsDerivations: Bool
  /// Whether objects of other entities inherit from this one.
  let hasSubentities: Bool
  /// Whether every change has to be noted, so that it can be undone.
  var isJournaling = false

  /// What its objects' owners want done; nil where nobody wants anything.
  var hooks: HookChain?

  var inserted = PendingList()
  var updated = PendingList()
  var deleted = PendingList()
  /// Its relationships, worked out when first needed.
  var links: EntityLinks?

  /// The words of a new object's row, default values that are words among them.
  private let template: [UInt64]
  /// The default values that are not in the template.
  private let defaults: [(slot: Int, AttributeDefault)]
  /// Where the next new object's values go.
  private var newRows: NewRows?
  private var bytesOfLastBatch = 0

  init(hierarchy: HierarchyRegistry, entity: ResolvedEntity) {
    let core = hierarchy.core
    self.core = core
    self.hierarchy = hierarchy
    self.entity = entity
    home = ObjectHome(store: core.store.identifier, entity: entity.name, root: entity.rootName)
    keepsDerivations = entity.derivations.contains { $0.isKeptByStore }
    hasSubentities = entity.familyNumbers.count > 1
    let slotCount = entity.layout.kinds.count
    var codecs = [AttributeCodec](repeating: AttributeCodec(type: .int64), count: slotCount)
    var references = [ObjectHome?](repeating: nil, count: slotCount)
    var transient: [Int] = []
    var initial = PackedRowsBuilder(layout: entity.layout)
    initial.beginRow(key: 0, version: 1, entityNumber: entity.number)
    var defaults: [(slot: Int, AttributeDefault)] = []
    for property in entity.properties {
      guard let attribute = property.attribute else {
        if let relationship = property.relationship {
          references[property.slot] = core.home(ofEntity: relationship.destination)
        }
        continue
      }
      codecs[property.slot] = attribute.codec
      if attribute.isTransient { transient.append(property.slot) }
      guard let rule = property.defaultValue else { continue }
      if case .value(let value) = rule, [.integer, .real].contains(property.slotKind),
        attribute.codec.encode(value, slot: property.slot, into: &initial)
      {
        continue
      }
      defaults.append((property.slot, rule))
    }
    for derivation in entity.derivations
    where derivation.isKeptByStore && !entity.layout.kinds[derivation.slot].hasBytes {
      // Until the store has counted, there are no members.
      Self.setZero(derivation.slot, codecs[derivation.slot], in: &initial)
    }
    template = initial.words
    self.defaults = defaults
    self.codecs = codecs
    referenceHomes = references
    transientSlots = transient
    slotKinds = entity.layout.kinds
    emptyOverlay = ContiguousArray(repeating: nil, count: slotCount)
    validator = EntityValidator(entity)
  }

  private static func setZero(_ slot: Int, _ codec: AttributeCodec, in builder: inout PackedRowsBuilder) {
    for zero in [AttributeValue.int(0), .double(0), .decimal(0)]
    where codec.encode(zero, slot: slot, into: &builder) { break }
  }

  /// Sets what the store derives to what it is of an object without members.
  func resetDerivations(in builder: inout PackedRowsBuilder) {
    for derivation in entity.derivations where derivation.isKeptByStore {
      builder.setNull(derivation.slot)
      if !slotKinds[derivation.slot].hasBytes {
        Self.setZero(derivation.slot, codecs[derivation.slot], in: &builder)
      }
    }
  }

  /// Whether there are unsaved changes of this entity's values.
  var hasChanges: Bool { !(inserted.isEmpty && updated.isEmpty && deleted.isEmpty) }

  func property(named name: String) throws -> StoredProperty {
    if let property = entity.property(named: name) { return property }
    let names = entity.properties.map(\.name) + entity.relationships.filter { !$0.isImplicit }.map(\.name)
    if names.contains(name) {
      throw GraphError(
        .unknownProperty,
        "\(entity.name).\(name) leads to many objects: ask for it with relatedObjects(forKey:)",
        entity: entity.name, properties: [name])
    }
    let near = Suggestion.nearest(to: name, among: names)
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

  /// Whether objects of this entity are objects of another one: the same, or one it inherits from.
  func isKind(of other: EntityRegistry) -> Bool {
    self === other
      || (hierarchy === other.hierarchy && other.entity.familyNumbers.contains(entity.number))
  }

  // MARK: Objects

  func insert() -> ManagedObject {
    hierarchy.core.access.during { makeObject() }
  }

  private func makeObject() -> ManagedObject {
    let object = ManagedObject(registry: self, key: hierarchy.nextFreeKey())
    let rows = rowsForNextObject()
    object.newRows = rows
    object.row = rows.append(template, key: object.key)
    for (slot, rule) in defaults {
      switch rule {
      case .now: object.assignUnjournaled(.date(Date()), slot)
      case .newUUID: object.assignUnjournaled(.uuid(UUID()), slot)
      case .value(let value): object.assignUnjournaled(value, slot)
      }
    }
    object.state = .inserted
    inserted.add(object)
    hierarchy.map.insert(object)
    if isJournaling { core.journalInsertion(of: object) }
    hooks?.call(object) { $0.didInsert() }
    return object
  }

  /// The value of a slot of a row; nil where the store holds what the type cannot.
  @inline(__always)
  func decode(_ rows: RowBuffer, row: Int, slot: Int) -> AttributeValue? {
    if let home = referenceHomes[slot] {
      return rows.isNull(slot, row: row)
        ? .null : .reference(ObjectID(home: home, key: rows.integer(slot, row: row)))
    }
    return codecs[slot].decode(rows, row: row, slot: slot)
  }

  /// Writes a value into a row; false where the slot cannot keep it.
  func encode(_ value: AttributeValue, slot: Int, into writer: inout some RowWriter) -> Bool {
    if case .reference(let id) = value {
      writer.set(slot, integer: id.key)
      return true
    }
    return codecs[slot].encode(value, slot: slot, into: &writer)
  }

  // MARK: Changes

  func markUpdated(_ object: ManagedObject) {
    object.state.insert(.updated)
    if core.isAbandoned {
      core.hasHeldChanges = true
    } else {
      updated.add(object)
    }
  }

  func unmarkUpdated(_ object: ManagedObject) {
    object.state.remove(.updated)
    if !core.isAbandoned { updated.remove(object) }
  }

  /// Notes that an object goes; its relationships have been seen to.
  func markDeleted(_ object: ManagedObject) {
    if object.state.contains(.inserted) {
      inserted.remove(object)
      hierarchy.map.remove(object.key)
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
  func finishNewRows() { newRows = nil }

  func forgetChanges() {
    _ = inserted.removeAll()
    _ = updated.removeAll()
    _ = deleted.removeAll()
    finishNewRows()
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
}
