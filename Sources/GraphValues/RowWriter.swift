/// Takes the values of one row, slot by slot.
package protocol RowWriter {
  mutating func set(_ slot: Int, integer: Int64)
  mutating func set(_ slot: Int, real: Double)
  mutating func set(_ slot: Int, text: String)
  mutating func set(_ slot: Int, bytes: some Collection<UInt8>)
  /// Writes a byte and the bytes behind it.
  mutating func set(_ slot: Int, first: UInt8, bytes: some Collection<UInt8>)
}

extension PackedRowsBuilder: RowWriter {}
