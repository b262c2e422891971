import Foundation
import GraphValues
import GraphstoreTestSupport
import Testing

@Suite("Attribute codecs")
struct AttributeCodecTests {
  private func roundTrip(_ value: AttributeValue, _ codec: AttributeCodec) -> AttributeValue? {
    var builder = PackedRowsBuilder(layout: RowLayout(kinds: [.integer, codec.slotKind, .text]))
    builder.beginRow(key: 1, version: 1)
    guard codec.encode(value, slot: 1, into: &builder) else { return nil }
    return codec.decode(builder.finish(), row: 0, slot: 1)
  }

  private func refuses(_ value: AttributeValue, _ codec: AttributeCodec) -> Bool {
    var builder = PackedRowsBuilder(layout: RowLayout(kinds: [codec.slotKind]))
    builder.beginRow(key: 1, version: 1)
    let accepted = codec.encode(value, slot: 0, into: &builder)
    return !accepted && builder.finish().isNull(0, row: 0)
  }

  @Test("every type keeps its values to their ends, alone and in arrays", arguments: AttributeType.allCases)
  func roundTrips(type: AttributeType) throws {
    let samples = try #require(Samples.values[type])
    let codec = AttributeCodec(type: type)
    for sample in samples + [.null] {
      #expect(roundTrip(sample, codec) == sample)
    }
    let arrays = AttributeCodec(type: type, isArray: true)
    for array in [[], samples] + samples.map({ [$0] }) {
      #expect(roundTrip(.array(array), arrays) == .array(array))
    }
    #expect(roundTrip(.null, arrays) == .null)
  }

  @Test("-0.0 is kept as 0.0")
  func negativeZero() {
    for codec in [AttributeCodec(type: .double), AttributeCodec(type: .float)] {
      guard case .double(let value) = roundTrip(.double(-0.0), codec) else {
        Issue.record("no double")
        continue
      }
      #expect(value.bitPattern == 0)
    }
    guard
      case .array(let array) = roundTrip(
        .array([.double(-0.0)]), AttributeCodec(type: .double, isArray: true)),
      case .double(let value) = array.first
    else {
      Issue.record("no array")
      return
    }
    #expect(value.bitPattern == 0)
  }

  @Test("strings come back byte for byte, not normalized")
  func bytesKept() {
    for text in Samples.strings {
      guard case .string(let read) = roundTrip(.string(text), AttributeCodec(type: .string)) else {
        Issue.record("no string")
        continue
      }
      #expect(Array(read.utf8) == Array(text.utf8))
    }
  }

  @Test("values of another type, NaN and what is out of range are refused, and leave the slot null")
  func refusals() {
    let cases: [(AttributeValue, AttributeType)] = [
      (.int(40_000), .int16), (.int(-32_769), .int16), (.int(1 << 31), .int32), (.double(.nan), .double),
      (.double(.nan), .float), (.double(0.1), .float), (.double(1e300), .float), (.decimal(.nan), .decimal),
      (.date(Date(timeIntervalSinceReferenceDate: .nan)), .date), (.string("1"), .int64), (.int(1), .bool),
      (.int(1), .double), (.bool(true), .int64), (.data(Data()), .string), (.string(""), .url),
      (.codable(Data([0xFF])), .codable), (.string("{}"), .codable),
    ]
    for (value, type) in cases {
      #expect(refuses(value, AttributeCodec(type: type)), "\(value) as \(type)")
      #expect(refuses(.array([value]), AttributeCodec(type: type, isArray: true)), "[\(value)] as \(type)")
    }
    #expect(refuses(.array([.null]), AttributeCodec(type: .int64, isArray: true)))
    #expect(refuses(.array([.int(1)]), AttributeCodec(type: .int64)))
    #expect(refuses(.int(1), AttributeCodec(type: .int64, isArray: true)))
    for text in ["", "1]", "1,2", "{", "\u{0}"] {
      #expect(
        refuses(.array([.codable(Data(text.utf8))]), AttributeCodec(type: .codable, isArray: true)), "\(text)"
      )
    }
  }

  @Test("scaled decimals are integers, exact or refused")
  func scaledDecimals() {
    let codec = AttributeCodec(type: .decimal, scale: 2)
    #expect(codec.slotKind == .integer)
    for text in ["0", "0.99", "-0.01", "92233720368547758.07", "-92233720368547758.08", "1e16"] {
      let value = AttributeValue.decimal(Samples.decimal(text))
      #expect(roundTrip(value, codec) == value, "\(text)")
    }
    for text in ["0.001", "92233720368547758.08", "-92233720368547758.09", "1e17", "1e-128", "1e127"] {
      #expect(refuses(.decimal(Samples.decimal(text)), codec), "\(text)")
    }
  }

  @Test("what a type cannot hold decodes to nil")
  func hostileWords() {
    let layout = RowLayout(kinds: [.integer, .real, .blob])
    var builder = PackedRowsBuilder(layout: layout)
    builder.beginRow(key: 1, version: 1)
    builder.set(0, integer: 40_000)
    builder.set(1, real: 0.1)
    builder.set(2, bytes: [0xC3, 0x28])
    let rows = builder.finish()
    #expect(AttributeCodec(type: .int16).decode(rows, row: 0, slot: 0) == nil)
    #expect(AttributeCodec(type: .bool).decode(rows, row: 0, slot: 0) == nil)
    #expect(AttributeCodec(type: .float).decode(rows, row: 0, slot: 1) == nil)
    for type in [AttributeType.string, .url, .uuid, .decimal] {
      #expect(AttributeCodec(type: type).decode(rows, row: 0, slot: 2) == nil, "\(type)")
    }
  }

  @Test(
    "malformed arrays decode to nil",
    arguments: [
      "", "[", "1", "{}", "[1", "[1,]", "[null]", "[1.5]", "[1e2]", "[9223372036854775808]", "[\"1\"]",
      "[1]x", "[[1]]",
      "[01]", "\u{0}", String(repeating: "[", count: 100_000),
    ])
  func hostileArrays(text: String) {
    var builder = PackedRowsBuilder(layout: RowLayout(kinds: [.text]))
    builder.beginRow(key: 1, version: 1)
    builder.set(0, text: text)
    builder.beginRow(key: 2, version: 1)
    builder.set(0, bytes: [UInt8(ascii: "["), 0xFF, UInt8(ascii: "]")])
    let rows = builder.finish()
    #expect(AttributeCodec(type: .int64, isArray: true).decode(rows, row: 0, slot: 0) == nil)
    #expect(AttributeCodec(type: .string, isArray: true).decode(rows, row: 1, slot: 0) == nil)
  }

  @Test("hostile texts of the other element types decode to nil")
  func hostileElements() {
    let cases: [(AttributeType, String)] = [
      (.double, "[1e400]"), (.double, "[\"nan\"]"), (.float, "[0.1]"), (.int16, "[40000]"), (.bool, "[1]"),
      (.decimal, "[\"1.2.3\"]"), (.decimal, "[\"NaN\"]"), (.decimal, "[1.5]"), (.uuid, "[\"x\"]"),
      (.data, "[\"*\"]"), (.url, "[\"a b\"]"), (.url, "[\"\"]"), (.date, "[\"2026-01-01\"]"),
      (.string, "[1]"),
      (.string, "[\"\\ud800\"]"),
    ]
    for (type, text) in cases {
      var builder = PackedRowsBuilder(layout: RowLayout(kinds: [.text]))
      builder.beginRow(key: 1, version: 1)
      builder.set(0, text: text)
      let value = AttributeCodec(type: type, isArray: true).decode(builder.finish(), row: 0, slot: 0)
      #expect(value == nil, "\(type) \(text)")
    }
  }
}
