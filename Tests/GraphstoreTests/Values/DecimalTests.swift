import Foundation
import Graphstore
import GraphstoreTestSupport
import Testing

@Suite("Decimals are exact in the store")
struct DecimalTests {
  let fixture: StoreFixture

  init() throws { fixture = try StoreFixture(Models.allTypes()) }

  // S08, G10
  @Test(arguments: [
    "123456789012345678.123456789", "5.1", "0.1", "-0.000000000000000000000000000000000001",
    "99999999999999999999999999999999999999", "-12345678901234567890123456789012345678",
  ])
  func everyDigitComesBack(of text: String) throws {
    let value = Samples.decimal(text)
    try fixture.make { try $0.insert("Thing", ["decimalValue": value]) }
    let thing = try fixture.open().newContext().all("Thing").first
    #expect(try thing?.value(forKey: "decimalValue", as: Decimal.self)?.description == text)
    #expect(try fixture.raw.texts("SELECT typeof(decimalValue) FROM Thing") == ["blob"])
  }

  @Test func aDeclaredScaleMakesIntegers() throws {
    let ends = ["92233720368547758.07", "-92233720368547758.08", "5.1", "0", "-0.01"]
    try fixture.make { context in
      for text in ends { try context.insert("Thing", ["price": Samples.decimal(text)]) }
    }
    #expect(
      try fixture.raw.texts("SELECT price FROM Thing ORDER BY _id")
        == ["9223372036854775807", "-9223372036854775808", "510", "0", "-1"])
    let found = try fixture.open().newContext().all("Thing").map {
      try $0.value(forKey: "price", as: Decimal.self)
    }
    #expect(found == ends.map { Samples.decimal($0) })
  }

  @Test(arguments: ["0.001", "92233720368547758.08", "1e30"])
  func whatTheScaleCannotHoldIsAValidationError(_ text: String) throws {
    let context = try fixture.open().newContext()
    let thing = try context.insert("Thing", ["price": Samples.decimal(text)])
    let error = expect(.validation) { try context.save() }
    #expect(error?.properties == ["price"])
    try thing.setValue(Decimal(1), forKey: "price")
    try context.save()
  }

  @Test func theBytesOfStoredDecimalsAreInTheirOrder() throws {
    var generator = SeededGenerator(for: "DecimalTests")
    var values: [Decimal] = []
    for _ in 0..<500 {
      let digits = String(
        (0..<Int.random(in: 1...38, using: &generator)).map { _ in
          "0123456789".randomElement(using: &generator) ?? "0"
        })
      let exponent = Int.random(in: -80...60, using: &generator)
      let value = Samples.decimal("\(Bool.random(using: &generator) ? "-" : "")\(digits)e\(exponent)")
      if !value.isNaN { values.append(value) }
    }
    try fixture.make { context in for value in values { try context.insert("Thing", ["decimalValue": value]) }
    }
    let ids = try fixture.raw.texts("SELECT _id FROM Thing ORDER BY decimalValue, _id").compactMap {
      Int64($0)
    }
    let objects = try fixture.open().newContext().all("Thing")
    let byKey = Dictionary(uniqueKeysWithValues: objects.map { ($0.id.key, $0) })
    let ordered = try ids.map { try byKey[$0]?.value(forKey: "decimalValue", as: Decimal.self) }
    #expect(ordered == values.sorted())
  }
}
