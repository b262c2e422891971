public import Foundation
import GraphModel
public import GraphValues

/// The row of an object that is about to be inserted without being made: what `Values` are written to.
public struct ValuesRow {
  let registry: EntityRegistry
  private(set) var builder: PackedRowsBuilder
  /// Why a to-one of the last row cannot lead where it should.
  private(set) var refusal: GraphError?
  /// Values of the last row that no column can hold.
  private(set) var unstorable: [(slot: Int, value: AttributeValue)] = []

  init(_ registry: EntityRegistry, reserving rows: Int, bytes: Int) {
    self.registry = registry
    builder = PackedRowsBuilder(layout: registry.entity.layout, reserving: rows, bytes: bytes)
  }

  mutating func begin(key: Int64) {
    builder.beginRow(key: key, version: 1, entityNumber: registry.entity.number)
    unstorable = []
  }

  mutating func setWord(_ slot: Int, row: Int, _ word: UInt64) { builder.setWord(slot, row: row, word) }

  /// Sets an attribute of an earlier row.
  mutating func encode(_ value: AttributeValue, at slot: Int, row: Int) {
    builder.returnToRow(row)
    encode(value, at: slot)
  }

  mutating func resetDerivations() { registry.resetDerivations(in: &builder) }

  /// Sets an attribute to any value of its type.
  mutating func encode(_ value: AttributeValue, at slot: Int) {
    if value.isNull { return builder.setNull(slot) }
    if value.roughByteCount > RowBuffer.byteLimit / 4 || !registry.encode(value, slot: slot, into: &builder) {
      unstorable.append((slot, value))
    }
  }

  // MARK: Generated code

  /// Sets an integer.
  @_spi(Generated) public mutating func set(_ value: Int64, at slot: Int) {
    builder.set(slot, integer: value)
  }

  /// Sets a truth value.
  @_spi(Generated) public mutating func set(_ value: Bool, at slot: Int) {
    builder.set(slot, integer: value ? 1 : 0)
  }

  /// Sets a number.
  @_spi(Generated) public mutating func set(_ value: Double, at slot: Int) {
    if value.isNaN { return encode(.double(value), at: slot) }
    builder.set(slot, real: value)
  }

  /// Sets a moment.
  @_spi(Generated) public mutating func set(_ value: Date, at slot: Int) {
    let seconds = value.timeIntervalSinceReferenceDate
    if seconds.isNaN { return encode(.date(value), at: slot) }
    builder.set(slot, real: seconds)
  }

  /// Sets a text.
  @_spi(Generated) public mutating func set(_ value: String, at slot: Int) {
    if registry.codecs[slot].isExternal || value.utf8.count > RowBuffer.byteLimit / 4 {
      return encode(.string(value), at: slot)
    }
    builder.set(slot, text: value)
  }

  /// Sets any other value that an attribute may have.
  @_spi(Generated) public mutating func set(_ value: some AttributeConvertible, at slot: Int) {
    encode(value.attributeValue, at: slot)
  }

  /// Sets a to-one to the object of an ID.
  @_spi(Generated) public mutating func set(_ id: ObjectID, at slot: Int) {
    do {
      try check(id, at: slot)
      builder.set(slot, integer: id.key)
    } catch {
      if refusal == nil { refusal = error }
    }
  }

  private func check(_ id: ObjectID, at slot: Int) throws(GraphError) {
    guard let link = registry.relationships.toOne(at: slot) else { return }
    let entity = registry.entity.name
    let name = link.relationship.name
    if id.storeIdentifier != registry.home.store {
      throw GraphError(
        .foreignObject, "\(entity).\(name) cannot lead to \(id), which is an object of another store",
        entity: entity, properties: [name], objectID: id)
    }
    if link.inverseSlot != nil {
      throw GraphError(
        .invalidRequest,
        "values cannot give \(entity).\(name): both objects of a relationship that is to-one on both sides hold it",
        entity: entity, properties: [name], objectID: id)
    }
    guard let target = registry.core.knownRegistry(named: id.entityName),
      target.isKind(of: link.destination) || link.destination.isKind(of: target)
    else {
      throw GraphError(
        .wrongEntity, "\(entity).\(name) leads to \(link.destination.entity.name), and \(id) is none",
        entity: entity, properties: [name], objectID: id)
    }
  }

  /// Sets a value that is kept as JSON; one that cannot be encoded is refused by validation.
  @_spi(Generated) public mutating func setCodable(_ value: some Encodable, at slot: Int) {
    encode(.codable(GraphRecord.json(value)), at: slot)
  }

  /// Sets an array of values that are kept as JSON.
  @_spi(Generated) public mutating func setCodableArray(_ value: [some Encodable], at slot: Int) {
    encode(.array(value.map { .codable(GraphRecord.json($0)) }), at: slot)
  }
}
