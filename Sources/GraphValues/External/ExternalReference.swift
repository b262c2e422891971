package import Foundation

/// What a column holds in place of a large value that is kept in a file: the file's name, and what is needed to see
/// whether its content is whole.
package struct ExternalReference: Sendable, Hashable {
  /// The first byte of a column whose value follows.
  package static let inlineMarker: UInt8 = 0
  /// The first byte of a column whose value is in a file.
  package static let marker: UInt8 = 1
  /// The marker, 16 bytes of name, 8 of length and 4 of checksum, the most significant first.
  package static let byteCount = 29

  /// A name is 16 bytes, whatever they are: it cannot lead out of its folder.
  package let name: UUID
  package let length: UInt64
  package let checksum: UInt32

  /// A reference to a new file with some content.
  package init(to content: UnsafeRawBufferPointer) {
    name = UUID()
    length = UInt64(content.count)
    checksum = Checksum.of(content)
  }

  /// The reference that a column holds; nil where it holds a value or something else.
  package init?(_ column: ArraySlice<UInt8>) {
    guard column.count == Self.byteCount, column.first == Self.marker else { return nil }
    let start = column.startIndex + 1
    guard let name = AttributeCodec.uuid(column[start..<start + 16]) else { return nil }
    self.name = name
    length = column[(start + 16)..<(start + 24)].reduce(0) { $0 << 8 | UInt64($1) }
    checksum = column[(start + 24)...].reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// What the column holds.
  package var bytes: [UInt8] {
    var bytes = [Self.marker]
    bytes.reserveCapacity(Self.byteCount)
    withUnsafeBytes(of: name.uuid) { bytes.append(contentsOf: $0) }
    withUnsafeBytes(of: length.bigEndian) { bytes.append(contentsOf: $0) }
    withUnsafeBytes(of: checksum.bigEndian) { bytes.append(contentsOf: $0) }
    return bytes
  }

  /// Whether some content is probably that of the file; where it is not, it surely is another.
  package func probablyLeads(to content: UnsafeRawBufferPointer) -> Bool {
    UInt64(content.count) == length && Checksum.of(content) == checksum
  }
}
