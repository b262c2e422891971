import GraphModel
import GraphValues

extension ContextCore {
  /// Brings deleted objects back, under the IDs they had: those whose deletion is not saved as what they were, the
  /// others as new ones with the values they had last.
  func revive(_ objects: [ManagedObject]) {
    let sorted = objects.sorted { $0.key < $1.key }
    for object in sorted { object.reviveDanglingMembers() }
    var gone: [EntityRegistry] = []
    var objectsByEntity: [ObjectIdentifier: [ManagedObject]] = [:]
    for object in sorted {
      if object.state.contains(.detached) {
        let entity = ObjectIdentifier(object.registry)
        if objectsByEntity[entity] == nil { gone.append(object.registry) }
        objectsByEntity[entity, default: []].append(object)
      } else {
        object.registry.unmarkDeleted(object)
      }
    }
    for registry in gone { registry.insertAgain(objectsByEntity[ObjectIdentifier(registry)] ?? []) }
    let again = objectsByEntity.values.flatMap { $0 }.filter(\.exists)
    readTargets(
      again.flatMap { object in
        object.registry.relationships.toOnes.compactMap { link in
          object.referenceKey(link.slot).map { (link, $0) }
        }
      })
    for object in again { object.dropReferencesToGone() }
    for object in sorted where object.exists { object.enterLists() }
  }
}

extension EntityRegistry {
  /// Takes back a deletion that is not saved.
  fileprivate func unmarkDeleted(_ object: ManagedObject) {
    deleted.remove(object)
    object.state.remove(.deleted)
    if object.overlay != nil { markUpdated(object) }
  }

  /// Makes objects that are not in the store any more new ones.
  ///
  /// - Parameter objects: in the order of their keys.
  fileprivate func insertAgain(_ objects: [ManagedObject]) {
    var builder = PackedRowsBuilder(layout: entity.layout)
    var packed: [ManagedObject] = []
    func finish() {
      let rows = NewRows(builder.finish())
      for (row, object) in packed.enumerated() {
        object.newRows = rows
        object.rows = nil
        object.row = row
      }
      packed = []
      builder = PackedRowsBuilder(layout: entity.layout)
    }
    for object in objects where object.newRows == nil {
      guard let rows = object.rows else {
        core.record(
          GraphError(
            .objectMissing, "\(object.id) cannot be brought back: its values were never read",
            entity: entity.name, objectID: object.id))
        continue
      }
      builder.beginRow(copying: rows.buffer, row: object.row, version: 1)
      object.overlay = packOverlay(object, into: &builder)
      packed.append(object)
      if packed.count == NewRows.rowLimit || builder.bytes.count > NewRows.byteLimit / 2 { finish() }
    }
    finish()
    for object in objects where object.newRows != nil {
      if let other = hierarchy.map[object.key], other !== object {
        // Somebody has asked for the ID since: of two objects of one ID only one can stay.
        other.state.formUnion([.deleted, .detached])
        hierarchy.map.remove(object.key)
      }
      object.state = .inserted
      object.collections = object.danglingMembers
      inserted.add(object)
      _ = hierarchy.map.object(forKey: object.key) { object }
    }
  }

  /// - Returns: values that no row can hold.
  private func packOverlay(
    _ object: ManagedObject, into builder: inout PackedRowsBuilder
  ) -> ContiguousArray<AttributeValue?>? {
    resetDerivations(in: &builder)
    guard let overlay = object.overlay else { return nil }
    var rest: ContiguousArray<AttributeValue?>?
    for slot in overlay.indices {
      guard let value = overlay[slot] else { continue }
      if value.isNull {
        builder.setNull(slot)
      } else if !encode(value, slot: slot, into: &builder) {
        if rest == nil { rest = emptyOverlay }
        rest?[slot] = value
      }
    }
    return rest
  }
}

extension ManagedObject {
  /// Members that lead here although the object was deleted, by a rule `noAction`, are read while they are stored.
  fileprivate func reviveDanglingMembers() {
    guard state.contains(.detached), rows != nil else { return }
    for link in registry.relationships.toManys
    where link.isColumn && link.relationship.deleteRule == .noAction {
      do { try MemberLoader(link).loadAll([self]) } catch { registry.core.record(error) }
    }
  }

  /// What a revived object knows of its members: nothing but those that never stopped to lead to it.
  fileprivate var danglingMembers: ContiguousArray<ToManyState>? {
    guard collections != nil, rows != nil || newRows != nil else { return nil }
    var result: ContiguousArray<ToManyState>?
    for link in registry.relationships.toManys
    where link.isColumn && link.relationship.deleteRule == .noAction {
      guard let known = collections?[link.place], let members = known.members else { continue }
      if result == nil {
        result = ContiguousArray(repeating: ToManyState(), count: registry.entity.placeCount)
      }
      result?[link.place].members = members
      result?[link.place].orders = known.orders
    }
    return result
  }

  /// What it led to may be gone, too, and not have come back.
  fileprivate func dropReferencesToGone() {
    for link in registry.relationships.toOnes {
      guard let key = referenceKey(link.slot) else { continue }
      var order: Int64?
      if let orderSlot = link.orderSlot, case .int(let known)? = currentValue(orderSlot) { order = known }
      guard loses(key, link, order: order) else { continue }
      assign(.null, link.slot)
      if let orderSlot = link.orderSlot { assign(.null, orderSlot) }
    }
  }

  /// The object is there again: it joins the lists of the objects that it leads to.
  fileprivate func enterLists() {
    for link in registry.relationships.toOnes {
      guard let place = link.inversePlace, let key = referenceKey(link.slot) else { continue }
      let owner = link.destination.hierarchy.map[key]
      // What is not registered may not be there any more; what is deleted may yet come back.
      if owner?.state.contains(.detached) ?? (link.inverse.deleteRule == .noAction) { continue }
      var order: Int64?
      if let orderSlot = link.orderSlot, case .int(let known)? = currentValue(orderSlot) { order = known }
      if state.contains(.inserted) || storedReferenceKey(link.slot) != key {
        (owner ?? link.object(key)).memberWasAdded(self.key, place, order: order)
      } else {
        owner?.memberCameBack(self.key, place, order: order)
      }
    }
  }

  /// A member whose deletion is taken back leads here, as it does in the store.
  private func memberCameBack(_ key: Int64, _ place: Int, order: Int64?) {
    guard collections?.indices.contains(place) == true else { return }
    let isOrdered = registry.relationships.toMany(at: place)?.isOrdered ?? false
    collections?[place].insert(key, order: isOrdered ? order ?? .min : nil)
    collections?[place].storedCount = nil
  }
}
