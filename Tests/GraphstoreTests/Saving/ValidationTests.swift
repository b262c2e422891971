import Foundation
import Graphstore
import GraphstoreTestSupport
import Testing

@Suite("Saving checks the model's rules, all at once")
struct ValidationTests {
  let container: PersistentContainer
  let context: ObjectContext

  init() throws {
    let model = try EntityModel(
      json: #"""
        { "model": "Rules", "entities": [ { "name": "Rule", "attributes": [
          { "name": "counter", "type": "int64", "default": 7, "min": -5, "max": 100 },
          { "name": "name", "type": "string", "default": "abc", "minLength": 3, "maxLength": 5 },
          { "name": "code", "type": "string", "optional": true, "pattern": "[A-Z]{2}[0-9]+" },
          { "name": "state", "type": "string", "default": "draft", "values": ["draft", "live"] },
          { "name": "share", "type": "double", "optional": true, "min": 0, "max": 1 },
          { "name": "bytes", "type": "data", "optional": true, "maxLength": 4 },
          { "name": "tags", "type": "string", "array": true, "optional": true, "maxLength": 2 },
          { "name": "price", "type": "decimal", "scale": 2, "optional": true, "min": 0 },
          { "name": "day", "type": "date", "optional": true, "min": "2001-01-01T00:00:00Z" } ] } ] }
        """#)
    container = try PersistentContainer(model: model, location: .inMemory)
    context = container.newContext()
  }

  // V01
  @Test func aMissingValueIsFoundAtSaveAndNotAtSet() throws {
    let object = try context.insert("Rule", [:])
    try object.setValue(nil, forKey: "counter")
    let error = expect(.validation) { try context.save() }
    #expect(error?.failures.map(\.rule) == [.required])
    #expect(error?.failures.map(\.property) == ["counter"])
    #expect(error?.objectID == object.id)
    try object.setValue(7, forKey: "counter")
    try context.save()
  }

  // V02
  @Test func allBrokenRulesOfAllObjectsAreReported() throws {
    let first = try context.insert("Rule", ["counter": -6, "name": "ab"])
    let second = try context.insert("Rule", ["code": "a1", "state": "gone", "share": 1.5])
    let third = try context.insert("Rule", [:])
    let error = expect(.validation) { try context.save() }
    let found = error?.failures.map { "\($0.objectID.key) \($0.property) \($0.rule)" }
    let (one, two) = (first.id.key, second.id.key)
    #expect(
      found == [
        "\(one) counter minimum", "\(one) name minimumLength", "\(two) code pattern", "\(two) state values",
        "\(two) share maximum",
      ])
    #expect(error?.description.split(separator: "\n").count == 6)
    #expect(context.insertedObjects == [first, second, third])
    #expect(try container.newContext().all("Rule").isEmpty, "nothing was written")
  }

  // V04
  @Test func everyRuleHasItsKind() throws {
    let broken: [(String, any AttributeConvertible, ValidationFailure.Rule)] = [
      ("counter", 101, .maximum), ("counter", Int64.min, .minimum), ("name", "abcdef", .maximumLength),
      ("name", "", .minimumLength), ("code", "AB", .pattern), ("code", "AB1\n", .pattern),
      ("code", "xAB1", .pattern), ("state", "", .values), ("state", "Draft", .values),
      ("share", -0.1, .minimum),
      ("share", Double.infinity, .maximum), ("bytes", Data(count: 5), .maximumLength),
      ("tags", ["a", "b", "c"], .maximumLength), ("price", Decimal(-1), .minimum),
      ("day", Date(timeIntervalSinceReferenceDate: -0.001), .minimum),
    ]
    for (key, value, rule) in broken {
      let object = try context.insert("Rule", [key: value])
      let error = expect(.validation) { try context.save() }
      #expect(error?.failures.map(\.rule) == [rule], "\(key) \(value)")
      context.delete(object)
    }
    try context.insert(
      "Rule",
      [
        "counter": 100, "name": "naïve", "code": "AB12", "state": "live", "share": 1.0,
        "bytes": Data(count: 4),
        "tags": ["a", "b"], "price": Decimal(0), "day": Date(timeIntervalSinceReferenceDate: 0),
      ])
    try context.save()
  }

  @Test func lengthsCountUnicodeScalars() throws {
    let object = try context.insert("Rule", ["name": "👩‍👩‍👧"])
    try context.save()
    try object.setValue("👩‍👩‍👧a", forKey: "name")
    expect(.validation) { try context.save() }
  }

  @Test func onlyChangedValuesOfUpdatedObjectsAreChecked() throws {
    let object = try context.insert("Rule", [:])
    try context.save()
    try object.setValue("abcdefg", forKey: "name")
    let error = expect(.validation) { try context.save() }
    #expect(error?.failures.map(\.property) == ["name"])
    #expect(context.updatedObjects == [object])
    context.delete(object)
    try context.save()
    #expect(try container.newContext().all("Rule").isEmpty, "what is deleted is not checked")
  }

  @Test func validateChecksWithoutWriting() throws {
    let object = try context.insert("Rule", ["name": "x"])
    expect(.validation) { try context.validate() }
    try object.setValue("xyz", forKey: "name")
    let count = try container.statementsRun { try context.validate() }
    #expect(count <= 1 && context.insertedObjects == [object])
  }

  @Test func messagesDoNotCarryValues() throws {
    try context.insert("Rule", ["name": "secret secret", "code": "secret"])
    let error = expect(.validation) { try context.save() }
    #expect(error?.description.contains("secret") == false)
  }
}
