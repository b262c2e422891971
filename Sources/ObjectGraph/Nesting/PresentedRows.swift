import GraphModel
import GraphValues

/// A parent's objects as rows that a child reads: with the parent's unsaved changes, and with versions that grow whenever
/// what a child has read of an object is no longer what it is.
///
/// A row without unsaved changes is the parent's own, in the version it is stored in. What was packed for a child is kept
/// while somebody may know its version.
final class PresentedRows {
  private let parent: ContextCore
  /// What was packed last, a batch of one row an object.
  private var packed: [ObjectIdentifier: [Int64: PackedRows]] = [:]
  private var count = 0
  private var threshold = 1024

  init(_ parent: ContextCore) { self.parent = parent }

  /// The row of an object, or nil where it has none: it is a fault whose row is gone, or deleted.
  func row(of object: ManagedObject) -> ReadRow? {
    guard object.exists else { return nil }
    let before = packed[ObjectIdentifier(object.registry.hierarchy)]?[object.key]
    let dangling = danglingSlots(of: object)
    if before == nil, object.overlay == nil, dangling.isEmpty, let rows = object.rows {
      return ReadRow(rows: rows, row: object.row)
    }
    guard let buffer = object.rows?.buffer ?? object.newRows?.buffer else { return nil }
    var rows = pack(object, buffer, dangling)
    var version = max(before?.version(0) ?? 0, object.version) &+ 1
    if let before {
      switch difference(of: object, rows.buffer, before.buffer) {
      case .nothing: return ReadRow(rows: before, row: 0)
      case .form: version = before.version(0)
      case .values: break
      }
    }
    rows = rows.inVersion(version)
    if before == nil { count += 1 }
    packed[ObjectIdentifier(object.registry.hierarchy), default: [:]][object.key] = rows
    return ReadRow(rows: rows, row: 0)
  }

  /// Whether an object is presented by its own row, and other rows of the same version are as good.
  func isStored(_ object: ManagedObject) -> Bool {
    object.state.isClean && object.registry.transientSlots.isEmpty
      && packed[ObjectIdentifier(object.registry.hierarchy)]?[object.key] == nil
  }

  /// Forgets what nobody can know any more, once there is much of it.
  ///
  /// - Parameter child: who knows the versions of what it has registered.
  func sweepIfDue(_ child: ContextCore) {
    guard count >= threshold, !child.hasChildren else { return }
    for (hierarchy, own) in zip(parent.hierarchies, child.hierarchies) {
      let place = ObjectIdentifier(hierarchy)
      packed[place] = packed[place]?.filter { key, _ in
        own.map[key] != nil || hierarchy.map[key]?.state.isClean == false
      }
    }
    count = packed.values.reduce(0) { $0 + $1.count }
    threshold = max(1024, count * 2)
  }

  /// The slots of references that lead to what the parent has deleted, by rules that leave them as they are: nobody is seen
  /// there.
  private func danglingSlots(of object: ManagedObject) -> [Int] {
    guard parent.deletions.hasStored else { return [] }
    return object.registry.relationships.toOnes.compactMap { link in
      let hierarchy = link.destination.hierarchy
      guard [.deny, .noAction].contains(link.inverse.deleteRule), let key = object.referenceKey(link.slot),
        hierarchy.map[key]?.state.contains(.deleted) == true || parent.isDoomed(key, hierarchy)
      else { return nil }
      return link.slot
    }
  }

  private func pack(_ object: ManagedObject, _ buffer: RowBuffer, _ dangling: [Int]) -> PackedRows {
    var builder = PackedRowsBuilder(layout: buffer.layout, reserving: 1)
    builder.beginRow(copying: buffer, row: object.row, version: 0)
    if let overlay = object.overlay {
      for slot in overlay.indices {
        guard let value = overlay[slot] else { continue }
        builder.setNull(slot)
        if !value.isNull { _ = object.registry.encode(value, slot: slot, into: &builder) }
      }
    }
    for slot in dangling { builder.setNull(slot) }
    return builder.finish()
  }

  private enum Difference {
    case nothing
    /// Derived values, where large values are kept, and the place at the end of a list, which is given late: no change of
    /// the object.
    case form
    case values
  }

  /// How an object differs from what was packed of it.
  private func difference(of object: ManagedObject, _ now: RowBuffer, _ before: RowBuffer) -> Difference {
    let derived = object.registry.entity.derivations.map(\.slot)
    var result = Difference.nothing
    for slot in object.registry.slotKinds.indices
    where !now.hasSameValue(slot, row: 0, as: before, row: 0) {
      let isForm =
        derived.contains(slot)
        || object.registry.codecs[slot].isExternal && Self.hasMoved(now, before, slot)
        || before.isNull(slot, row: 0) && object.registry.relationships.toOne(orderedAt: slot) != nil
      guard isForm else { return .values }
      result = .form
    }
    return result
  }

  /// Whether a large value has gone from a row into a file, or comes from there.
  private static func hasMoved(_ left: RowBuffer, _ right: RowBuffer, _ slot: Int) -> Bool {
    if left.isNull(slot, row: 0) || right.isNull(slot, row: 0) { return false }
    let columns = [left.blob(slot, row: 0), right.blob(slot, row: 0)]
    guard let reference = columns.lazy.compactMap({ ExternalReference($0) }).first,
      let inline = columns.first(where: { $0.first == ExternalReference.inlineMarker })
    else { return false }
    return inline.dropFirst().withUnsafeBytes { reference.probablyLeads(to: $0) }
  }
}

extension PackedRows {
  /// The first row in another version.
  fileprivate func inVersion(_ version: Int64) -> PackedRows {
    var builder = PackedRowsBuilder(layout: layout, reserving: 1, bytes: bytes.count)
    builder.beginRow(copying: buffer, row: 0, version: version)
    return builder.finish()
  }
}

extension RowBuffer {
  /// Whether a slot holds the same as that of another row of the same layout.
  func hasSameValue(_ slot: Int, row: Int, as other: RowBuffer, row otherRow: Int) -> Bool {
    let isNull = isNull(slot, row: row)
    if isNull != other.isNull(slot, row: otherRow) { return false }
    if isNull { return true }
    return layout.kinds[slot].hasBytes
      ? blob(slot, row: row).elementsEqual(other.blob(slot, row: otherRow))
      : word(slot, row: row) == other.word(slot, row: otherRow)
  }
}
