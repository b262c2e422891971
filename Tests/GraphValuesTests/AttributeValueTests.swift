import Foundation
import GraphValues
import GraphstoreTestSupport
import Testing

@Suite("Attribute values")
struct AttributeValueTests {
  @Test("strings and URLs are equal by bytes, not by canonical equivalence")
  func stringEquality() {
    let composed = AttributeValue.string("caf\u{e9}")
    let decomposed = AttributeValue.string("cafe\u{301}")
    #expect("caf\u{e9}" == "cafe\u{301}")
    #expect(composed != decomposed)
    #expect(composed == .string("caf\u{e9}"))
    #expect(Set([composed, decomposed, composed]).count == 2)
    #expect(AttributeValue.array([composed]) != .array([decomposed]))
    #expect(AttributeValue.string("a\u{0}") != .string("a"))
  }

  @Test("numbers are equal by bits, with one zero")
  func numberEquality() {
    #expect(AttributeValue.double(0) == .double(-0.0))
    #expect(AttributeValue.double(0).hashValue == AttributeValue.double(-0.0).hashValue)
    #expect(AttributeValue.double(.nan) == .double(.nan))
    #expect(AttributeValue.double(1) != .double(1.nextUp))
    #expect(AttributeValue.decimal(Samples.decimal("1.50")) == .decimal(Samples.decimal("1.5")))
    #expect(
      AttributeValue.decimal(Decimal(sign: .plus, exponent: -2, significand: 150)).hashValue
        == AttributeValue.decimal(Samples.decimal("1.5")).hashValue)
    let dates = [0.0, -0.0].map { AttributeValue.date(Date(timeIntervalSinceReferenceDate: $0)) }
    #expect(dates[0] == dates[1])
    #expect(dates[0].hashValue == dates[1].hashValue)
  }

  @Test("values of different kinds are never equal")
  func kinds() {
    let values: [AttributeValue] = [
      .null, .bool(false), .int(0), .double(0), .decimal(0), .string(""),
      .date(Date(timeIntervalSinceReferenceDate: 0)),
      .data(Data()), .codable(Data()), .array([]),
    ]
    for (index, left) in values.enumerated() {
      for (other, right) in values.enumerated() {
        #expect((left == right) == (index == other))
      }
    }
    #expect(values.filter(\.isNull).count == 1)
  }

  @Test("strings that do not lie in one piece compare and hash by their bytes")
  func bridgedStrings() {
    let text = "猫\u{301}" + String(repeating: "x", count: 100)
    let bridged = NSString(string: text) as String
    #expect(AttributeValue.string(bridged) == .string(text))
    #expect(AttributeValue.string(bridged).hashValue == AttributeValue.string(text).hashValue)
    #expect(text.hasSameBytes(as: bridged))
    #expect("a".bytesPrecede("b"))
    #expect(!"a".bytesPrecede("a"))
    #expect("Z".bytesPrecede("a"))
    #expect("\u{FFFD}".bytesPrecede("😀"))
  }
}
