import Foundation
import GraphModel
import Graphstore
import Testing

/// The golden files of the model "AllTypes" are compiled into this target through the symbolic link `Generated`,
/// and run here.
@Suite("Generated code, compiled and run")
struct GeneratedCodeTests {
  private let container: PersistentContainer

  init() throws {
    container = try PersistentContainer(
      model: AllTypesSchema.model, location: .inMemory,
      entities: [
        Required.self, Optionals.self, Defaults.self, Arrays.self, Closed.self, Keyword.self, Hostile.self,
        PredicateArgument.self, Empty.self, Ünïcode.self,
      ])
  }

  private let someDate = Date(timeIntervalSinceReferenceDate: 12_345.5)
  private let someUUID = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
  private let someURL = URL(filePath: "/tmp/a b")
  private let someDecimal = Decimal(sign: .minus, exponent: -30, significand: 12_345_678_901_234_567)
  private let someBadge = Badge(title: "First \"post\"", points: 3)

  private func requiredValues() -> Required.Values {
    Required.Values(
      int16Value: .min, int32Value: .max, int64Value: .min, doubleValue: .infinity, floatValue: 0.1,
      decimalValue: someDecimal, boolValue: true, stringValue: "e\u{301}\u{0}\u{1F431}", dateValue: someDate,
      dataValue: Data([0, 255, 1]), uuidValue: someUUID, urlValue: someURL, codableValue: someBadge)
  }

  @Test func theEmbeddedModelIsTheModelFile() throws {
    let file = Repository.root.appending(path: "Tests/GraphCodegenTests/Models/AllTypes.json")
    let model = try EntityModel(contentsOf: file)
    #expect(AllTypesSchema.model == model)
    #expect(AllTypesSchema.model.fingerprint == model.fingerprint)
  }

  @Test func requiredValuesOfEveryTypeCrossTheStore() throws {
    let context = container.newContext()
    let values = requiredValues()
    let inserted = Required(
      in: context, int16Value: values.int16Value, int32Value: values.int32Value,
      int64Value: values.int64Value,
      doubleValue: values.doubleValue, floatValue: values.floatValue, decimalValue: values.decimalValue,
      boolValue: values.boolValue, stringValue: values.stringValue, dateValue: values.dateValue,
      dataValue: values.dataValue, uuidValue: values.uuidValue, urlValue: values.urlValue,
      codableValue: someBadge)
    try context.save()
    let fetched = try #require(try container.newContext().fetch(FetchRequest<Required>()).first)
    var expected = values
    expected.id = inserted.id
    #expect(fetched.values == expected)
    #expect(fetched.stringValue.utf8.elementsEqual(values.stringValue.utf8))
    #expect(fetched.id == inserted.id)
  }

  @Test func valuesInsertAndApply() throws {
    let context = container.newContext()
    let inserted = Required(in: context, values: requiredValues())
    var values = inserted.values
    #expect(values.id == inserted.id)
    values.int16Value = 5
    values.codableValue = nil
    values.stringValue = "other"
    inserted.apply(values)
    #expect(inserted.int16Value == 5)
    #expect(inserted.stringValue == "other")
    // Nil stands for JSON that the Swift type could not read: what is required stays.
    #expect(inserted.codableValue == someBadge)
    try context.save()
  }

  @Test func optionalValuesAreNilUntilSetAndNilAgain() throws {
    let context = container.newContext()
    let object = Optionals(in: context)
    #expect(
      object.values
        == {
          var empty = Optionals.Values(); empty.id = object.id; return empty
        }())
    object.int16Value = 1
    object.int32Value = 2
    object.int64Value = 3
    object.doubleValue = 4.5
    object.floatValue = -.infinity
    object.decimalValue = someDecimal
    object.boolValue = false
    object.stringValue = ""
    object.dateValue = someDate
    object.dataValue = Data()
    object.uuidValue = someUUID
    object.urlValue = someURL
    object.codableValue = someBadge
    let values = object.values
    try context.save()
    let other = container.newContext()
    let fetched = try #require(try other.fetch(FetchRequest<Optionals>()).first)
    #expect(fetched.values == values)
    fetched.apply(Optionals.Values())
    try other.save()
    let empty = try #require(try container.newContext().fetch(FetchRequest<Optionals>()).first)
    #expect(
      empty.values
        == {
          var empty = Optionals.Values(); empty.id = object.id; return empty
        }())
  }

  @Test func defaultsOfObjectsAndOfValuesAreTheSame() throws {
    let context = container.newContext()
    let object = Defaults(in: context)
    var (inserted, values) = (object.values, Defaults.Values())
    #expect(abs(inserted.joined.timeIntervalSince(values.joined)) < 3600)
    #expect(inserted.token != values.token)
    values.id = object.id
    values.joined = inserted.joined
    values.token = inserted.token
    #expect(inserted == values)
    #expect(values.decimalValue.description == "12345678901234567890.123456789012345678")
    #expect(values.codableValue == Badge(title: "none \"yet\"", points: 0))
    #expect(values.stringValue.unicodeScalars.contains("\u{202E}"))
    inserted.id = nil
    let copy = Defaults(in: context, values: inserted)
    #expect(copy.id != object.id)
    try context.save()
    #expect(try container.newContext().fetch(FetchRequest<Defaults>()).count == 2)
  }

  @Test func arraysKeepOrderAndEnds() throws {
    let context = container.newContext()
    let values = Arrays.Values(
      int16Values: [.min, 0, .max], int32Values: [.min, .max], int64Values: [.min, .max],
      doubleValues: [.infinity, -.infinity, 0.1], floatValues: [0.1, 3], decimalValues: [someDecimal, 0],
      boolValues: [true, false], stringValues: ["", "\"\\\u{0}\n", "\u{1F431}"], dateValues: [someDate],
      dataValues: [Data(), Data([0, 255])], uuidValues: [someUUID], urlValues: [someURL], names: ["a"],
      badges: [someBadge, Badge(title: "", points: -1)], scores: ["a": [1, nil]])
    let object = Arrays(in: context, values: values)
    #expect(object.ports == [80, 443])
    #expect(object.mottos == ["one", "\\two"])
    try context.save()
    var expected = values
    expected.id = object.id
    let fetched = try #require(try container.newContext().fetch(FetchRequest<Arrays>()).first)
    #expect(fetched.values == expected)
  }

  @Test func closedValuesAreEnums() throws {
    let context = container.newContext()
    let object = Closed(in: context, level: .valueMinus1, type: .aB, values_: .y)
    #expect(object.state == .draft)
    object.state = .live
    object.mood = .noneValue
    object.priority = .valueMinus9223372036854775808
    try context.save()
    let fetched = try #require(try container.newContext().fetch(FetchRequest<Closed>()).first)
    #expect(fetched.state == .live)
    #expect(fetched.level == .valueMinus1)
    #expect(fetched.type == .aB)
    #expect(fetched.mood == .noneValue)
    #expect(fetched.priority == .valueMinus9223372036854775808)
  }

  @Test func closedValuesWorkInPredicates() throws {
    let context = container.newContext()
    Closed(in: context, level: .valueMinus1, type: .aB, values_: .y).state = .live
    _ = Closed(in: context, level: .value2, type: .type, values_: .y)
    try context.save()
    let other = container.newContext()
    let live = Closed.State.live  // the macro takes no cases, only constants
    #expect(try other.fetch(FetchRequest<Closed>(predicate: #Predicate { $0.state == live })).count == 1)
    let negative = FetchRequest<Closed>(where: Closed.Properties.level == .valueMinus1)
    #expect(try other.fetch(negative).map(\.type) == [.aB])
    #expect(try other.fetch(FetchRequest<Closed>(where: Closed.Properties.mood != nil)).isEmpty)
  }

  @Test func attributesNamedAsWordsOfTheLanguageWork() throws {
    let context = container.newContext()
    var values = try JSONDecoder().decode(Keyword.Values.self, from: keywordJSON())
    let object = Keyword(in: context, values: values)
    object.default = 4711
    values.default = 4711
    object.in = "here"
    values.in = "here"
    try context.save()
    let fetched = try #require(try container.newContext().fetch(FetchRequest<Keyword>()).first)
    values.id = object.id
    #expect(fetched.values == values)
    let entity = try #require(AllTypesSchema.model.entity(named: "Keyword"))
    for (index, attribute) in entity.attributes.enumerated() where attribute.type == .int64 {
      let expected = attribute.name == "default" ? 4711 : Int64(index)
      #expect(try fetched.object.value(forKey: attribute.name) == .int(expected))
    }
  }

  /// A value for every attribute of the entity "Keyword".
  private func keywordJSON() throws -> Data {
    let entity = try #require(AllTypesSchema.model.entity(named: "Keyword"))
    var object: [String: Any] = [:]
    for (index, attribute) in entity.attributes.enumerated() {
      object[attribute.name] = attribute.type == .int64 ? index as Any : attribute.name
    }
    return try JSONSerialization.data(withJSONObject: object)
  }

  @Test func keyPathsLeadToNames() {
    #expect(Keyword.propertyName(for: \Keyword.default) == "default")
    #expect(Keyword.propertyName(for: \Keyword.init_) == nil)
    #expect(Required.propertyName(for: \Required.int16Value) == "int16Value")
    #expect(Required.propertyName(for: \Required.codableValue) == "codableValue")
    #expect(Required.propertyName(for: \Required.id) == "SELF")
    #expect(Required.propertyName(for: \Required.values) == nil)
    #expect(Required.propertyName(for: \Optionals.int16Value) == nil)
    #expect(Empty.propertyName(for: \Empty.id) == "SELF")
    #expect(Ünïcode.propertyName(for: \Ünïcode.名前) == "名前")
  }

  @Test func hostileTextsOfTheModelAreOnlyText() throws {
    let entity = try #require(AllTypesSchema.model.entity(named: "Hostile"))
    #expect(entity.userInfo["note"] == "\"\"\"# \\#(1) \\\\#(x) ###")
    #expect(entity.documentation?.contains("\u{2028}after a line separator\u{0} \u{202E}right") == true)
    let object = Hostile(in: container.newContext())
    #expect(object.tricky == "\"\"\"##\\##(1)")
    #expect(object.tricky == Hostile.Values().tricky)
  }
}

extension Keyword {
  /// Not of the model.
  fileprivate var init_: Int { 0 }
}
