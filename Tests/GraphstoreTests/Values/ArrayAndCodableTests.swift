import Foundation
import Graphstore
import GraphstoreTestSupport
import Testing

@Suite("Arrays and codable values are kept as JSON")
struct ArrayAndCodableTests {
  private func model() throws -> EntityModel {
    let types = AttributeType.allCases.map { type in
      let extra = type == .codable ? #", "swiftType": "Payload""# : ""
      return
        #"{ "name": "\#(type.rawValue)s", "type": "\#(type.rawValue)", "array": true, "optional": true\#(extra) }"#
    }
    return try EntityModel(
      json: """
        { "model": "Lists", "entities": [ { "name": "List", "attributes": [ \(types.joined(separator: ",")) ] } ] }
        """)
  }

  @Test(arguments: AttributeType.allCases)
  func everyElementComesBack(of type: AttributeType) throws {
    let fixture = try StoreFixture(model())
    let values = try #require(Samples.values[type])
    let key = "\(type.rawValue)s"
    try fixture.make { context in
      try context.insert("List", [key: AttributeValue.array(values)])
      try context.insert("List", [key: AttributeValue.array([])])
    }
    let lists = try fixture.open().newContext().all("List")
    #expect(try lists[0].value(forKey: key) == .array(values))
    #expect(try lists[1].value(forKey: key) == .array([]))
    #expect(try fixture.raw.texts("SELECT json_valid(\(key)) FROM List") == ["1", "1"])
    #expect(
      try fixture.raw.texts("SELECT json_array_length(\(key)) FROM List WHERE _id = 1") == ["\(values.count)"]
    )
  }

  @Test func anElementThatCannotBeKeptIsAValidationError() throws {
    let context = try PersistentContainer(model: model(), location: .inMemory).newContext()
    try context.insert("List", ["doubles": [1, Double.nan]])
    try context.insert("List", ["decimals": [Decimal.nan]])
    try context.insert("List", ["codables": AttributeValue.array([.codable(Data("{".utf8))])])
    let error = expect(.validation) { try context.save() }
    #expect(error?.failures.map(\.property).sorted() == ["codables", "decimals", "doubles"])
  }

  @Test func elementsOfAnotherTypeAreRefusedAtOnce() throws {
    let list = try PersistentContainer(model: model(), location: .inMemory).newContext().insert(
      entity: "List")
    expect(.invalidValue) { try list.setValue(["x"], forKey: "int64s") }
    expect(.invalidValue) { try list.setValue([1, 70_000], forKey: "int16s") }
    expect(.invalidValue) { try list.setValue(AttributeValue.array([.null]), forKey: "strings") }
    expect(.invalidValue) { try list.setValue([["x"]], forKey: "strings") }
  }

  @Test func codableValuesThatAreNoJSONAreAValidationError() throws {
    let fixture = try StoreFixture(Models.allTypes())
    let context = try fixture.open().newContext()
    for bytes in [Data([0xFF, 0xFE]), Data("{".utf8), Data()] {
      let thing = try context.insert("Thing", ["codableValue": AttributeValue.codable(bytes)])
      let error = expect(.validation) { try context.save() }
      #expect(error?.properties == ["codableValue"])
      context.delete(thing)
    }
    try context.insert("Thing", ["codableValue": AttributeValue.codable(Data(#"{"a":[1]}"#.utf8))])
    try context.save()
    #expect(try fixture.raw.texts("SELECT codableValue ->> '$.a[0]' FROM Thing") == ["1"])
  }
}
