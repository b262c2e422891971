import Foundation
import GraphValues
import Testing

@Suite("External values: a marker and the value, or a reference to a file")
struct ExternalValueCodingTests {
  private func column(_ codec: AttributeCodec, _ value: AttributeValue) -> (PackedRows, Bool) {
    var builder = PackedRowsBuilder(layout: RowLayout(kinds: [codec.slotKind]))
    builder.beginRow(key: 1, version: 1)
    let isWritten = codec.encode(value, slot: 0, into: &builder)
    return (builder.finish(), isWritten)
  }

  @Test(arguments: [
    ("", 0), ("a", 0xE8B7_BE43), ("123456789", 0xCBF4_3926),
    ("The quick brown fox jumps over the lazy dog", 0x414F_A339),
  ])
  func checksumsAreThoseOfOtherTools(_ text: String, _ expected: UInt32) {
    #expect(Array(text.utf8).withUnsafeBytes { Checksum.of($0) } == expected)
  }

  @Test func checksumsOfAllShortLengthsAgreeWithTheirDefinition() {
    func plain(_ bytes: [UInt8]) -> UInt32 {
      var sum = UInt32.max
      for byte in bytes {
        sum ^= UInt32(byte)
        for _ in 0..<8 { sum = sum & 1 == 0 ? sum >> 1 : sum >> 1 ^ 0xEDB8_8320 }
      }
      return ~sum
    }
    for length in 0..<70 {
      let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 * 37 + length) }
      #expect(bytes.withUnsafeBytes { Checksum.of($0) } == plain(bytes))
    }
  }

  @Test func valuesComeBack() {
    let values: [(AttributeType, AttributeValue)] = [
      (.data, .data(Data())), (.data, .data(Data([0, 1, 255]))), (.string, .string("")),
      (.string, .string("e\u{301}\u{0}")), (.codable, .codable(Data("[1]".utf8))),
    ]
    for (type, value) in values {
      let codec = AttributeCodec(type: type, isExternal: true)
      #expect(codec.slotKind == .blob)
      let (rows, isWritten) = column(codec, value)
      #expect(isWritten && rows.bytes.first == 0)
      #expect(codec.decode(rows, row: 0, slot: 0) == value)
    }
  }

  @Test func valuesOfOtherTypesAreRefused() {
    let codec = AttributeCodec(type: .string, isExternal: true)
    #expect(!column(codec, .data(Data([1]))).1)
    #expect(!column(codec, .int(1)).1)
    #expect(!column(AttributeCodec(type: .codable, isExternal: true), .codable(Data([0xFF]))).1)
    let (rows, isWritten) = column(codec, .null)
    #expect(isWritten && rows.isNull(0, row: 0))
  }

  @Test func referencesComeBack() throws {
    let content: [UInt8] = Array("some content".utf8)
    let reference = content.withUnsafeBytes { ExternalReference(to: $0) }
    #expect(reference.bytes.count == ExternalReference.byteCount && reference.length == 12)
    #expect(ExternalReference(reference.bytes[...]) == reference)
    #expect(ExternalReference(([9, 9] + reference.bytes).dropFirst(2)) == reference)
    #expect(content.withUnsafeBytes { reference.probablyLeads(to: $0) })
    #expect(![UInt8]("some-content".utf8).withUnsafeBytes { reference.probablyLeads(to: $0) })
    #expect(![UInt8]().withUnsafeBytes { reference.probablyLeads(to: $0) })
    var builder = PackedRowsBuilder(layout: RowLayout(kinds: [.blob]))
    builder.beginRow(key: 1, version: 1)
    builder.set(0, bytes: reference.bytes)
    #expect(AttributeCodec(type: .data, isExternal: true).decode(builder.finish(), row: 0, slot: 0) == nil)
  }

  @Test func malformedReferencesAreNone() {
    let bytes = [1] + [UInt8](repeating: 7, count: 28)
    #expect(ExternalReference(bytes[...]) != nil)
    #expect(ExternalReference(bytes.dropLast()) == nil)
    #expect(ExternalReference((bytes + [1])[...]) == nil)
    #expect(ExternalReference([0] + bytes.dropFirst()) == nil)
    #expect(ExternalReference([2] + bytes.dropFirst()) == nil)
    #expect(ExternalReference([]) == nil)
  }
}
