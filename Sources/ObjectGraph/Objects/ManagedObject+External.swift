import Foundation
import GraphModel
import GraphValues

/// External attributes: a large value is in a file, and the row holds a reference to it. The file is read whenever the
/// attribute is, and not kept in memory: the system does that.
extension ManagedObject {
  /// The current value of an external attribute; null, with the reason kept for the context's next throwing call, where
  /// its file cannot be read, and nil where the column holds what the type cannot.
  func currentExternalValue(_ slot: Int) -> AttributeValue? {
    do {
      return try externalValue(slot)
    } catch {
      core.record(error)
      return .null
    }
  }

  /// The current value of an external attribute; nil where the column holds what the type cannot.
  ///
  /// - Throws: ``GraphError`` and the store's errors where the row or the file cannot be read.
  func externalValue(_ slot: Int) throws -> AttributeValue? {
    if overlay != nil, let value = overlay?[slot] { return value }
    if let newRows { return try externalValue(slot, newRows.buffer) }
    guard let rows = fulfilledRows() else { return .null }
    return try externalValue(slot, rows.buffer)
  }

  /// Whether an external attribute has a value, without reading it.
  func hasExternalValue(_ slot: Int) -> Bool {
    if overlay != nil, let value = overlay?[slot] { return !value.isNull }
    guard let buffer = newRows?.buffer ?? fulfilledRows()?.buffer else { return false }
    return !buffer.isNull(slot, row: row)
  }

  /// The value of an external attribute as the store has it.
  func committedExternalValue(_ slot: Int) -> AttributeValue? {
    guard let rows else { return .null }
    return (try? externalValue(slot, rows.buffer)) ?? nil
  }

  private func externalValue(_ slot: Int, _ rows: RowBuffer) throws -> AttributeValue? {
    let codec = registry.codecs[slot]
    if rows.isNull(slot, row: row) { return .null }
    guard let reference = ExternalReference(rows.blob(slot, row: row)) else {
      return codec.decode(rows, row: row, slot: slot)
    }
    do {
      return codec.value(ofContent: try core.store.externalValue(reference))
    } catch ExternalValueError.missing(let path) {
      // The row is an old one: another context has replaced the value, and its file was removed since.
      if let value = try newerExternalValue(slot, than: reference) { return value }
      throw unreadableFile(slot, path, "it is missing")
    } catch ExternalValueError.unreadable(let path, let reason) {
      throw unreadableFile(slot, path, reason)
    }
  }

  /// The value in the row as it is now; nil where that leads to the same file. The object keeps the row it has: its
  /// version tells a save that another writer was there.
  private func newerExternalValue(_ slot: Int, than reference: ExternalReference) throws -> AttributeValue? {
    let found = try core.store.rows(ofRoot: registry.entity.rootName, keys: [key])
    guard let rows = found.batches.first, rows.count == 1 else {
      throw GraphError(
        .objectMissing, "\(id) is not in the store any more: it was deleted by another writer",
        entity: entityName, objectID: id)
    }
    if rows.isNull(slot, row: 0) { return .null }
    guard let newer = ExternalReference(rows.blob(slot, row: 0)) else {
      return registry.codecs[slot].decode(rows, row: 0, slot: slot)
    }
    if newer == reference { return nil }
    do {
      return registry.codecs[slot].value(ofContent: try core.store.externalValue(newer))
    } catch ExternalValueError.missing(let path) {
      throw unreadableFile(slot, path, "it is missing")
    } catch ExternalValueError.unreadable(let path, let reason) {
      throw unreadableFile(slot, path, reason)
    }
  }

  private func unreadableFile(_ slot: Int, _ path: String, _ reason: String) -> GraphError {
    let name = registry.entity.properties.first { $0.slot == slot }?.name ?? ""
    return GraphError(
      .unreadableValue, "the value of \(id).\(name) is in the file \(path), which cannot be read: \(reason)",
      entity: entityName, properties: [name], objectID: id)
  }

  /// Whether a value equals the stored one of an external attribute. A file is read only where its length and checksum
  /// are the value's.
  func isCommittedExternally(_ value: AttributeValue, _ slot: Int, _ rows: PackedRows) -> Bool {
    if value.isNull || rows.isNull(slot, row: row) { return value.isNull && rows.isNull(slot, row: row) }
    let column = rows.blob(slot, row: row)
    return registry.codecs[slot].withContent(of: value) { content in
      guard let reference = ExternalReference(column) else {
        return column.first == ExternalReference.inlineMarker && column.dropFirst().hasSameBytes(as: content)
      }
      guard reference.probablyLeads(to: content) else { return false }
      return (try? core.store.externalValue(reference))?.hasSameBytes(as: content) ?? false
    } ?? false
  }
}

extension ContiguousBytes {
  fileprivate func hasSameBytes(as other: UnsafeRawBufferPointer) -> Bool {
    withUnsafeBytes { bytes in
      guard bytes.count == other.count else { return false }
      guard let start = bytes.baseAddress, let otherStart = other.baseAddress else { return true }
      return memcmp(start, otherStart, bytes.count) == 0
    }
  }
}
