import Foundation
import Graphstore
import GraphstoreTestSupport
import Testing

@Suite("Texts and data are kept byte for byte")
struct TextAndDataTests {
  let fixture: StoreFixture

  init() throws { fixture = try StoreFixture(Models.allTypes()) }

  @Test func canonicallyEqualTextsOfOtherBytesAreAChange() throws {
    let composed = "\u{e9}"
    let decomposed = "e\u{301}"
    #expect(composed == decomposed)
    try fixture.make { try $0.insert("Thing", ["stringValue": composed]) }
    let container = try fixture.open()
    let context = container.newContext()
    let thing = try #require(try context.all("Thing").first)
    try thing.setValue(composed, forKey: "stringValue")
    #expect(!context.hasChanges)
    try thing.setValue(decomposed, forKey: "stringValue")
    #expect(context.updatedObjects == [thing])
    try context.save()
    #expect(try fixture.raw.texts("SELECT hex(stringValue) FROM Thing") == ["65CC81"])
  }

  @Test func textWithNULIsWhole() throws {
    try fixture.make { try $0.insert("Thing", ["stringValue": "a\u{0}b\u{0}"]) }
    #expect(try fixture.raw.texts("SELECT hex(stringValue) FROM Thing") == ["61006200"])
    let thing = try fixture.open().newContext().all("Thing").first
    #expect(try thing?.value(forKey: "stringValue", as: String.self)?.utf8.count == 4)
  }

  @Test func aMegabyteOfTextComesBack() throws {
    let text = String(repeating: "naïve 猫 👩‍👩‍👧 ", count: 40_000)
    #expect(text.utf8.count > 1 << 20)
    try fixture.make { try $0.insert("Thing", ["stringValue": text]) }
    let thing = try fixture.open().newContext().all("Thing").first
    #expect(try thing?.value(forKey: "stringValue", as: String.self)?.utf8.elementsEqual(text.utf8) == true)
  }

  @Test func aHundredMegabytesOfDataComeBack() throws {
    var data = Data(count: 100_000_000)
    for index in stride(from: 0, to: data.count, by: 4093) { data[index] = UInt8(truncatingIfNeeded: index) }
    try fixture.make { try $0.insert("Thing", ["dataValue": data]) }
    #expect(try fixture.raw.texts("SELECT length(dataValue) FROM Thing") == ["100000000"])
    let thing = try fixture.open().newContext().all("Thing").first
    #expect(try thing?.value(forKey: "dataValue", as: Data.self) == data)
  }

  @Test func aValueLargerThanSQLiteTakesIsAnErrorAndNothingIsWritten() throws {
    let container = try fixture.open()
    let context = container.newContext()
    try context.insert("Thing", ["stringValue": "good"])
    let thing = try context.insert("Thing", ["dataValue": Data(count: 1_000_000_001)])
    expect(.tooLarge) { try context.save() }
    #expect(try container.newContext().all("Thing").isEmpty)
    try thing.setValue(Data(), forKey: "dataValue")
    try context.save()
    #expect(try container.newContext().all("Thing").count == 2)
  }

  @Test func manyLargeValuesAreSavedAtOnce() throws {
    try fixture.make { context in
      for index in 0..<64 {
        try context.insert("Thing", ["dataValue": Data(repeating: UInt8(index), count: 300_000)])
      }
    }
    let things = try fixture.open().newContext().all("Thing")
    for (index, thing) in things.enumerated() {
      let data = try thing.value(forKey: "dataValue", as: Data.self)
      #expect(data?.count == 300_000 && data?.last == UInt8(index))
    }
  }

  @Test func namesOfStrangeCharactersAreColumnsAndTables() throws {
    let model = try EntityModel(
      json: """
        { "model": "Odd", "entities": [
          { "name": "Ünïcode", "attributes": [ { "name": "größe", "type": "int64", "default": 3 } ],
            "unique": [["größe"]] },
          { "name": "Order", "attributes": [
            { "name": "group", "type": "string", "optional": true },
            { "name": "select", "type": "string", "optional": true } ], "indexes": [["group desc", "select"]] } ] }
        """)
    let fixture = try StoreFixture(model)
    try fixture.make { context in
      try context.insert("Ünïcode", [:])
      try context.insert("Order", ["group": "a", "select": "b"])
    }
    let context = try fixture.open().newContext()
    let order = try #require(try context.all("Order").first)
    #expect(try order.value(forKey: "select", as: String.self) == "b")
    try order.setValue("c", forKey: "group")
    context.delete(try context.all("Ünïcode")[0])
    try context.save()
    #expect(try fixture.raw.texts(#"SELECT "group" FROM "Order""#) == ["c"])
    #expect(try fixture.raw.texts(#"SELECT count(*) FROM "Ünïcode""#) == ["0"])
  }

  @Test func anEntityOfManyAttributesIsStoredWhole() throws {
    let attributes = (0..<300).map { #"{ "name": "a\#($0)", "type": "int64", "optional": true }"# }
    let model = try EntityModel(
      json: """
        { "model": "Wide", "entities": [ { "name": "Wide", "attributes": [ \(attributes.joined(separator: ",")) ] } ] }
        """)
    let fixture = try StoreFixture(model)
    try fixture.make { context in
      for row in 0..<40 {
        let object = try context.insert(entity: "Wide")
        for index in stride(from: row % 3, to: 300, by: 3) {
          try object.setValue(index * row, forKey: "a\(index)")
        }
      }
    }
    let context = try fixture.open().newContext()
    for (row, object) in try context.all("Wide").enumerated() {
      for index in 0..<300 {
        let value = try object.value(forKey: "a\(index)", as: Int.self)
        #expect(value == (index % 3 == row % 3 ? index * row : nil))
      }
      try object.setValue(row, forKey: "a299")
    }
    try context.save()
    #expect(try fixture.raw.texts("SELECT sum(a299) FROM Wide") == ["780"])
  }
}
