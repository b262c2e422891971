import Foundation
import GraphValues
import GraphstoreTestSupport
import Testing

@Suite("Decimals")
struct DecimalCodingTests {
  private func random(_ generator: inout SeededGenerator) -> (text: String, value: Decimal)? {
    let digitCount = Int.random(in: 1...38, using: &generator)
    let digits = (0..<digitCount).map { _ in String(Int.random(in: 0...9, using: &generator)) }.joined()
    let exponent =
      generator.oneIn(3)
      ? Int.random(in: -128...127, using: &generator) : Int.random(in: -20...4, using: &generator)
    let text = (Bool.random(using: &generator) ? "-" : "") + digits + "e\(exponent)"
    return DecimalText.parse(text).map { (text, $0) }
  }

  @Test("the bytes order as the numbers do, and read back exactly")
  func orderPreserving() throws {
    var generator = SeededGenerator(for: "decimal order")
    var samples = Samples.decimals.map { ("\($0)", $0) }
    while samples.count < 150 {
      guard let sample = random(&generator) else { continue }
      samples.append(sample)
      // A near neighbour, so that late digits decide.
      if let last = sample.1.description.last, let digit = last.wholeNumberValue {
        let near = sample.1.description.dropLast() + String((digit + 1) % 10)
        if let value = DecimalText.parse(String(near)) { samples.append((String(near), value)) }
      }
    }
    let coded = try samples.map { text, value in
      (text, value, try #require(DecimalCoding.encode(value), "\(text), seed \(generator.seed)"))
    }
    for (text, value, bytes) in coded {
      #expect(DecimalCoding.decode(bytes) == value, "\(text), seed \(generator.seed)")
    }
    var wrong = 0
    for (leftText, left, leftBytes) in coded {
      for (rightText, right, rightBytes) in coded {
        let agrees =
          (left < right) == leftBytes.lexicographicallyPrecedes(rightBytes)
          && (left == right) == (leftBytes == rightBytes)
        if !agrees {
          wrong += 1
          if wrong < 5 { Issue.record("\(leftText) and \(rightText), seed \(generator.seed)") }
        }
      }
    }
    #expect(wrong == 0)
  }

  @Test("text is read exactly or not at all")
  func parsing() {
    let good = [
      "0": Decimal.zero, "-0": .zero, "0.0": .zero, "0e999": .zero,
      "12.50": Decimal(sign: .plus, exponent: -1, significand: 125),
      "-1": -1, "+1": 1, "1e2": 100, "1E+2": 100, "00012": 12, "1200e-2": 12,
    ]
    for (text, value) in good { #expect(DecimalText.parse(text) == value, "\(text)") }
    let bad = [
      "", "-", ".", ".5", "5.", "1e", "1e+", "e5", "1x", " 1", "1 ", "0x10", "NaN", "inf", "1,5", "--1",
      "1.2.3", "1e1.5",
      "٣", "1234567890123456789012345678901234567891", "340282366920938463463374607431768211456", "1e-129",
      "1e128", "1e99999999999999999999",
      "1e-1000000",
      "1.\u{0}",
    ]
    for text in bad { #expect(DecimalText.parse(text) == nil, "\(text)") }
    let largest = "99999999999999999999999999999999999999"
    #expect(DecimalText.parse(largest)?.description == largest)
    #expect(DecimalText.parse("-0." + largest)?.description == "-0." + largest)
  }

  @Test("any digits survive text, bytes and text again")
  func digitsSurvive() throws {
    var generator = SeededGenerator(for: "decimal digits")
    for _ in 0..<500 {
      guard let (text, value) = random(&generator) else { continue }
      let bytes = try #require(DecimalCoding.encode(value))
      let read = try #require(DecimalCoding.decode(bytes), "\(text)")
      #expect(read.description == value.description, "\(text), seed \(generator.seed)")
    }
  }

  @Test("malformed bytes decode to nil, and any bytes decode without a trap")
  func hostileBytes() {
    let bad: [[UInt8]] = [
      [], [0x00], [0x02], [0x03], [0x01, 0x01], [0x02, 0x80, 0x00], [0x02, 0x80, 0x01, 0x00],
      [0x02, 0x80, 0x01, 101],
      [0x02, 0x80, 0x01, 5], [0x02, 0x80, 0x01, 11, 1], [0x00, 0x7F, 0xFE, 0xF4], [0x02, 0xFF, 0xFF, 11],
      [0x02, 0x00, 0x00, 11], [0x02, 0x80, 0x01] + Array(repeating: 100, count: 21), [0xFF],
    ]
    for bytes in bad { #expect(DecimalCoding.decode(bytes) == nil, "\(bytes)") }
    var generator = SeededGenerator(for: "decimal bytes")
    for _ in 0..<2_000 {
      var bytes = (0..<Int.random(in: 0...24, using: &generator)).map { _ in
        UInt8.random(in: 0...101, using: &generator)
      }
      if bytes.count > 2 {
        bytes[0] = Bool.random(using: &generator) ? 0x02 : 0x00
        bytes[1] = 0x80
      }
      if let value = DecimalCoding.decode(bytes) {
        #expect(DecimalCoding.encode(value) == bytes, "\(bytes), seed \(generator.seed)")
      }
    }
  }

  @Test("scaled integers come back to their ends", arguments: 0...18)
  func scaled(scale: Int) {
    let integers: [Int64] = [.min, .min + 1, -1, 0, 1, 10, 100, 9_007_199_254_740_993, .max - 1, .max]
    for integer in integers {
      let value = DecimalCoding.unscaled(integer, by: scale)
      #expect(DecimalCoding.scaled(value, by: scale) == integer)
    }
  }
}
