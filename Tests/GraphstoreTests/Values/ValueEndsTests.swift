import Foundation
import Graphstore
import GraphstoreTestSupport
import Testing

@Suite("Values come back from the store as they were, to the ends of their types")
struct ValueEndsTests {
  /// The value as the store keeps it: -0.0 is 0.0 there.
  private func stored(_ value: AttributeValue) -> AttributeValue {
    switch value {
    case .double(let number): .double(number == 0 ? 0 : number)
    case .date(let date):
      .date(
        Date(
          timeIntervalSinceReferenceDate: date.timeIntervalSinceReferenceDate == 0
            ? 0 : date.timeIntervalSinceReferenceDate))
    default: value
    }
  }

  /// Values bit for bit, where `==` would take some different ones for the same.
  private func spelled(_ value: AttributeValue) -> String {
    switch value {
    case .double(let number): "double \(number.bitPattern)"
    case .date(let date): "date \(date.timeIntervalSinceReferenceDate.bitPattern)"
    case .string(let text): "string \(Array(text.utf8))"
    case .url(let url): "url \(url.absoluteString)"
    case .data(let data): "data \(Array(data))"
    case .codable(let data): "codable \(Array(data))"
    case .array(let elements): "[" + elements.map(spelled).joined(separator: ", ") + "]"
    default: "\(value)"
    }
  }

  @Test(arguments: AttributeType.allCases)
  func everyValueSurvivesSavingReopeningAndAnotherContainer(of type: AttributeType) throws {
    let fixture = try StoreFixture(Models.allTypes())
    let values = try #require(Samples.values[type])
    let key = "\(type.rawValue)Value"
    try fixture.make { context in
      for value in values { try context.insert(entity: "Thing").setValue(value, forKey: key) }
    }
    let expected = values.map { spelled(stored($0)) }
    let first = try fixture.open()
    let second = try fixture.open()
    for container in [first, second] {
      let found = try container.newContext().all("Thing").map { try $0.value(forKey: key) }
      #expect(found.map(spelled) == expected)
    }
    #expect(try fixture.raw.integrity() == ["ok"])
  }

  @Test(arguments: AttributeType.allCases)
  func everyValueReadsTheSameBeforeAndAfterItsSave(of type: AttributeType) throws {
    let container = try PersistentContainer(model: Models.allTypes(), location: .inMemory)
    let context = container.newContext()
    let key = "\(type.rawValue)Value"
    for value in try #require(Samples.values[type]) {
      let object = try context.insert("Thing", [key: value])
      let before = try object.value(forKey: key)
      try context.save()
      let after = try object.value(forKey: key)
      #expect(before == after)
      #expect(!context.hasChanges)
      try object.setValue(before, forKey: key)
      #expect(!context.hasChanges, "setting the value read back is no change")
    }
  }

  @Test func noValueIsKeptApartFromEmptyOnes() throws {
    let fixture = try StoreFixture(Models.allTypes())
    try fixture.make { context in
      try context.insert("Thing", [:])
      try context.insert("Thing", ["stringValue": "", "dataValue": Data(), "tags": [String]()])
    }
    let things = try fixture.open().newContext().all("Thing")
    for property in things[0].entity.attributes {
      #expect(try things[0].value(forKey: property.name) == .null)
    }
    #expect(try things[1].value(forKey: "stringValue") == .string(""))
    #expect(try things[1].value(forKey: "dataValue") == .data(Data()))
    #expect(try things[1].value(forKey: "tags") == .array([]))
  }

  @Test func negativeZeroReadsZeroAndIsNoChangeOfIt() throws {
    let container = try PersistentContainer(model: Models.allTypes(), location: .inMemory)
    let context = container.newContext()
    let thing = try context.insert("Thing", ["doubleValue": -0.0, "floatValue": Float(-0.0)])
    #expect(try thing.value(forKey: "doubleValue", as: Double.self)?.sign == .plus)
    try context.save()
    try thing.setValue(-0.0, forKey: "doubleValue")
    #expect(!context.hasChanges)
    try thing.setValue(0.0, forKey: "doubleValue")
    #expect(!context.hasChanges)
  }

  @Test func whatIsNotANumberIsRefusedAtSave() throws {
    let container = try PersistentContainer(model: Models.allTypes(), location: .inMemory)
    let nans: [(String, any AttributeConvertible)] = [
      ("doubleValue", Double.nan), ("floatValue", Float.nan), ("decimalValue", Decimal.nan),
      ("price", Decimal.nan), ("dateValue", Date(timeIntervalSinceReferenceDate: .nan)),
    ]
    for (key, value) in nans {
      let context = container.newContext()
      let thing = try context.insert("Thing", [key: value])
      let error = expect(.validation) { try context.save() }
      #expect(error?.failures.map(\.property) == [key])
      #expect(error?.failures.map(\.rule) == [.type])
      #expect(error?.failures.first?.objectID == thing.id)
      try thing.setValue(nil, forKey: key)
      try context.save()
    }
  }

  @Test func anAttributeOfEveryTypeIsCheckedAgainstTheOthers() throws {
    let container = try PersistentContainer(model: Models.allTypes(), location: .inMemory)
    let thing = try container.newContext().insert(entity: "Thing")
    let kinds: [AttributeType: Set<AttributeType>] = [
      // Numbers pass to another numeric type where nothing is lost.
      .int16: [.int32, .int64, .double, .float, .decimal], .int32: [.int64, .double, .float, .decimal],
      .int64: [.double, .float, .decimal, .int32, .int16], .float: [.double], .double: [.float],
    ]
    let samples: [AttributeType: any AttributeConvertible] = [
      .int16: Int16(7), .int32: Int32(70_000), .int64: Int64(1) << 40, .double: 0.1, .float: Float(0.5),
      .decimal: Decimal(1), .bool: true, .string: "x", .date: Date(), .data: Data([1]), .uuid: UUID(),
      .url: URL(filePath: "/"), .codable: AttributeValue.codable(Data("1".utf8)),
    ]
    for (given, value) in samples {
      for type in AttributeType.allCases where type != given && kinds[given]?.contains(type) != true {
        expect(.invalidValue) { try thing.setValue(value, forKey: "\(type.rawValue)Value") }
      }
    }
    expect(.invalidValue) { try thing.setValue(Int64(70_000), forKey: "int16Value") }
    expect(.invalidValue) { try thing.setValue(Int64(1) << 40, forKey: "int32Value") }
    expect(.invalidValue) { try thing.setValue(1e300, forKey: "floatValue") }
    expect(.invalidValue) { try thing.setValue(0.1, forKey: "floatValue") }
    expect(.invalidValue) { try thing.setValue(Int64.max, forKey: "doubleValue") }
    expect(.invalidValue) { try thing.setValue([1], forKey: "tags") }
    expect(.invalidValue) { try thing.setValue("x", forKey: "tags") }
    #expect(thing.changedValues.isEmpty)
  }
}
