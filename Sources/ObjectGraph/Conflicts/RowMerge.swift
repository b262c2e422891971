import GraphModel
import GraphValues

/// The three-way merge of one object: its row as the context read it, what the context changed, and the row as it is.
///
/// Both sides of relationships follow, so that it is done in steps, each for all objects of the save: what is changed of
/// to-ones is taken back, the stored rows come in, and what stays of the changes is made again.
final class RowMerge {
  /// A to-one as it is to be.
  private struct Reference {
    let link: ToOneLink
    let key: Int64?
    let order: Int64?
  }

  let object: ManagedObject
  private let base: ReadRow
  private let theirs: ReadRow
  /// The attributes that are to differ from the stored ones.
  private var values: [(slot: Int, value: AttributeValue)] = []
  private var references: [Reference] = []
  private let givesUpPairs: Bool

  /// - Throws: ``GraphError`` with code `invalidValue` where a property cannot hold the value that it is given.
  init?(_ object: ManagedObject, _ theirs: ReadRow, _ decision: MergeResolution) throws {
    guard let rows = object.rows else { return nil }
    self.object = object
    self.theirs = theirs
    base = ReadRow(rows: rows, row: object.row)
    if case .rollback = decision { givesUpPairs = true } else { givesUpPairs = false }
    let overlay = object.overlay
    for unit in object.registry.mergeUnits(base: base, theirs: theirs) {
      switch Self.choice(unit, overlay, decision) {
      case .theirs: break
      case .mine: keep(unit, decision)
      case .value(let value): try set(value, unit)
      }
    }
    for slot in object.registry.transientSlots {
      if let value = overlay?[slot] { values.append((slot, value)) }
    }
  }

  private static func choice(
    _ unit: MergeUnit, _ overlay: ContiguousArray<AttributeValue?>?, _ decision: MergeResolution
  ) -> MergeChoice {
    let isMine = unit.isChanged(in: overlay)
    let merged: MergeChoice = isMine && !unit.collides(with: overlay) ? .mine : .theirs
    switch decision {
    case .rollback: return .theirs
    case .objectWins: return isMine ? .mine : .theirs
    case .overwrite: return .mine
    case .storeWins, .error: return merged
    case .properties(let choices): return choices[unit.property.name] ?? merged
    }
  }

  /// The value in the context stays, be it changed or not.
  private func keep(_ unit: MergeUnit, _ decision: MergeResolution) {
    guard let link = unit.link else {
      if let value = object.overlay?[unit.slot] ?? object.registry.describedValue(base, unit.slot) {
        values.append((unit.slot, value))
      }
      return
    }
    var order = link.orderSlot.flatMap { base.key($0) }
    if let slot = link.orderSlot, let place = object.overlay?[slot] {
      if case .int(let place) = place { order = place } else { order = nil }
    }
    if object.overlay?[unit.slot] == nil {
      let isPlaced = link.orderSlot.map { object.overlay?[$0] != nil } ?? false
      let isElsewhere = !base.isSame(unit.slot, as: theirs)
      // What was only moved in its list goes with the others to another one, unless all of it is to be overwritten; and
      // where others have only moved it, their place counts.
      if isElsewhere ? !isOverwritten(decision) : !isPlaced { return }
    }
    references.append(Reference(link: link, key: object.keyInOverlay(unit.slot, base), order: order))
  }

  private func isOverwritten(_ decision: MergeResolution) -> Bool {
    if case .overwrite = decision { true } else { false }
  }

  private func set(_ value: AttributeValue, _ unit: MergeUnit) throws {
    let fitting = try object.fittingMerged(value, unit.property)
    guard let link = unit.link else { return values.append((unit.slot, fitting)) }
    if case .reference(let id) = fitting {
      references.append(Reference(link: link, key: id.key, order: nil))
    } else {
      references.append(Reference(link: link, key: nil, order: nil))
    }
  }

  // MARK: Steps

  /// To-ones lead again where the context's row says.
  func prepare() {
    if givesUpPairs { return object.discardRelationshipChanges() }
    object.restoreReferences(base)
  }

  /// The object takes the stored row.
  func takeRow() {
    if object.state.contains(.updated) { object.registry.unmarkUpdated(object) }
    object.overlay = nil
    object.registry.hierarchy.takeStored(theirs.rows, theirs.row, for: object)
    for link in object.registry.relationships.toOnes {
      guard let place = link.inversePlace else { continue }
      for case let key? in [base.key(link.slot), theirs.key(link.slot)] {
        link.destination.hierarchy.map[key]?.forgetMembers(at: place)
      }
    }
  }

  /// What stays of the changes is made again.
  func apply() {
    for (slot, value) in values { object.assignUnjournaled(value, slot) }
    for reference in references { object.lead(reference.link, to: reference.key, order: reference.order) }
  }
}

extension ManagedObject {
  /// A value that a custom policy gives, as the property holds it.
  func fittingMerged(_ value: AttributeValue, _ property: StoredProperty) throws -> AttributeValue {
    if let fitting = property.fitting(value, in: registry.home) { return fitting }
    throw GraphError(
      .invalidValue, "a merge policy gave \(id).\(property.name) \(value.kindName), which it cannot hold",
      entity: registry.entity.name, properties: [property.name], objectID: id)
  }

  func keyInOverlay(_ slot: Int, _ base: ReadRow) -> Int64? {
    guard let value = overlay?[slot] else { return base.key(slot) }
    if case .reference(let id) = value { return id.key }
    return nil
  }

  /// To-ones lead where the row says that the object was read from; the lists of the others follow.
  func restoreReferences(_ base: ReadRow) {
    for link in registry.relationships.toOnes {
      guard overlay?[link.slot] != nil || link.orderSlot.map({ overlay?[$0] != nil }) == true else {
        continue
      }
      lead(link, to: base.key(link.slot), order: link.orderSlot.flatMap { base.key($0) })
    }
  }

  /// Sets a to-one, also where it leads to an object that cannot be related to any more.
  func lead(_ link: ToOneLink, to key: Int64?, order: Int64?) {
    guard let key else { return relate(link, to: nil) }
    let target = link.object(key)
    if target.exists { return relate(link, to: target, order: order) }
    relate(link, to: nil)
    assignUnjournaled(.reference(ObjectID(home: registry.home(at: link.slot), key: key)), link.slot)
    if let orderSlot = link.orderSlot { assignUnjournaled(order.map { .int($0) } ?? .null, orderSlot) }
  }

  /// Lets go of what is known of one to-many, unsaved changes excepted.
  func forgetMembers(at place: Int) {
    guard !state.contains(.inserted), collections?.indices.contains(place) == true else { return }
    // Unsaved places in a join table are kept nowhere else.
    if collections?[place].changes?.isEmpty == false, let link = registry.relationships.toMany(at: place),
      link.isOrdered, !link.isColumn
    {
      return
    }
    collections?[place].members = nil
    collections?[place].orders = []
    collections?[place].storedCount = nil
  }

  /// A deleted object is deleted as it is stored now.
  func takeRowOfDeleted(_ theirs: ReadRow) {
    let kept = overlay
    overlay = nil
    registry.hierarchy.takeStored(theirs.rows, theirs.row, for: self)
    overlay = kept
  }

  /// The object is as it is stored.
  func rollBack() {
    discardRelationshipChanges()
    if state.contains(.updated) { registry.unmarkUpdated(self) }
    overlay = nil
  }

  /// Unique values are as stored again, or as a policy says.
  ///
  /// - Returns: whether one of them changes.
  func resetUnique(_ names: [String], _ decision: MergeResolution) throws -> Bool {
    guard let rows else { return false }
    let base = ReadRow(rows: rows, row: row)
    var choices: [String: MergeChoice] = [:]
    if case .properties(let given) = decision { choices = given }
    var hasChanged = false
    for property in registry.entity.properties where names.contains(property.name) {
      let before = currentValue(property.slot)
      switch choices[property.name] ?? .theirs {
      case .mine: continue
      case .theirs:
        if let link = registry.relationships.toOne(at: property.slot) {
          lead(link, to: base.key(link.slot), order: link.orderSlot.flatMap { base.key($0) })
        } else {
          assignUnjournaled(committedValue(property.slot) ?? .null, property.slot)
        }
      case .value(let value): try setMerged(value, property)
      }
      if currentValue(property.slot) != before { hasChanged = true }
    }
    return hasChanged
  }

  /// Sets a property to what a custom policy says.
  func setMerged(_ value: AttributeValue, _ property: StoredProperty) throws {
    let fitting = try fittingMerged(value, property)
    guard let link = registry.relationships.toOne(at: property.slot) else {
      return assignUnjournaled(fitting, property.slot)
    }
    if case .reference(let id) = fitting { lead(link, to: id.key, order: nil) } else { relate(link, to: nil) }
  }
}
