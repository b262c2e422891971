import Foundation
import Graphstore
import GraphstoreTestSupport
import Testing

@Suite("What another tool wrote, or removed, is an error and no crash")
struct UnreadableValueTests {
  private func gifs(_ sql: String) throws -> (StoreFixture, ObjectContext) {
    let fixture = try StoreFixture(GifSchema.model)
    try fixture.make { context in
      let gif = GifModel(in: context, newsid: 1, userid: 2)
      gif.text = "t"
    }
    try fixture.raw.execute(sql)
    return (fixture, try fixture.open().newContext())
  }

  @Test func aGetterOfARowThatIsGoneReturnsZeroAndTheNextThrowingCallThrows() throws {
    let container = try PersistentContainer(model: GifSchema.model, location: .inMemory)
    let context = container.newContext()
    let id = GifModel(in: context, newsid: 1, userid: 2).id
    try context.save()
    let other = container.newContext()
    let fault = try other.object(with: id, as: GifModel.self)
    context.delete(try context.object(with: id))
    try context.save()
    #expect(fault.newsid == 0 && fault.text == nil && !fault.isZan)
    let error = expect(.objectMissing) { _ = try other.fetch(FetchRequest<GifModel>()) }
    #expect(error?.objectID == id)
    #expect(try other.fetch(FetchRequest<GifModel>()).isEmpty, "it is thrown once")
    _ = fault.newsid
    expect(.objectMissing) { _ = try other.count(FetchRequest<GifModel>()) }
    _ = fault.newsid
    expect(.objectMissing) { try other.save() }
    expect(.objectMissing) { try fault.fulfill() }
    expect(.objectMissing) { _ = try fault.object.value(forKey: "newsid") }
    expect(.objectMissing) { try fault.object.setValue(3, forKey: "newsid") }
    #expect(!other.hasChanges)
  }

  @Test func settingARowThatIsGoneIsNoChangeAndIsReported() throws {
    let container = try PersistentContainer(model: GifSchema.model, location: .inMemory)
    let context = container.newContext()
    let id = GifModel(in: context, newsid: 1, userid: 2).id
    try context.save()
    let other = container.newContext()
    let fault = try other.object(with: id, as: GifModel.self)
    context.delete(try context.object(with: id))
    try context.save()
    fault.text = "x"
    #expect(!other.hasChanges)
    expect(.objectMissing) { try other.save() }
  }

  @Test func rollbackForgetsTheFailure() throws {
    let (fixture, context) = try gifs("UPDATE GifModel SET isZan = 7")
    let gif = try #require(try context.fetch(FetchRequest<GifModel>()).first)
    #expect(!gif.isZan)
    context.rollback()
    try context.save()
    #expect(try fixture.raw.integrity() == ["ok"])
  }

  @Test func aBooleanOf7() throws {
    let (fixture, context) = try gifs("UPDATE GifModel SET isZan = 7")
    let gif = try #require(try context.fetch(FetchRequest<GifModel>()).first)
    #expect(!gif.isZan && gif.newsid == 1)
    let error = expect(.unreadableValue) { try context.save() }
    #expect(error?.objectID == gif.id && error?.properties == ["isZan"])
    expect(.unreadableValue) { _ = try gif.object.value(forKey: "isZan") }
    #expect(gif.object.committedValues().keys.contains("isZan") == false)
    gif.isZan = true
    try context.save()
    #expect(try fixture.raw.texts("SELECT isZan FROM GifModel") == ["1"])
  }

  @Test func textThatIsNotUTF8() throws {
    let (fixture, context) = try gifs("UPDATE GifModel SET text = CAST(x'61FF62' AS TEXT)")
    let gif = try #require(try context.fetch(FetchRequest<GifModel>()).first)
    #expect(gif.text == nil)
    expect(.unreadableValue) { _ = try context.fetch(FetchRequest<GifModel>()) }
    expect(.unreadableValue) { _ = try gif.object.value(forKey: "text") }
    gif.userid = 3
    try context.save()
    #expect(try fixture.raw.texts("SELECT hex(text) FROM GifModel") == ["61FF62"], "what was not set stays")
    gif.text = "good"
    try context.save()
    #expect(gif.text == "good")
  }

  @Test func valuesThatOtherTypesCannotHold() throws {
    let fixture = try StoreFixture(Models.allTypes())
    try fixture.make { try $0.insert("Thing", [:]) }
    let bad: [(String, [String])] = [
      ("int16Value", ["32768", "-32769", "9223372036854775807"]),
      ("int32Value", ["2147483648", "-9223372036854775808"]),
      ("boolValue", ["2", "-1"]),
      ("floatValue", ["0.1", "1e300"]),
      ("uuidValue", ["x''", "x'00112233445566778899AABBCCDDEE'", "zeroblob(17)"]),
      ("decimalValue", ["x''", "x'03'", "x'0200'", "x'0280010B01'", "zeroblob(100)", "x'02FFFF0B'"]),
      ("urlValue", ["'http://[bad'", "CAST(x'FF' AS TEXT)"]),
      ("tags", ["''", "'['", "'[1]'", "'{}'", "CAST(x'5B22FF225D' AS TEXT)", "'[null]'"]),
      ("stringValue", ["CAST(x'C0' AS TEXT)", "CAST(x'EDA080' AS TEXT)"]),
    ]
    for (column, values) in bad {
      for value in values {
        try fixture.raw.execute("UPDATE Thing SET \(column) = \(value)")
        let context = try fixture.open().newContext()
        let thing = try #require(try context.all("Thing").first)
        let error = expect(.unreadableValue) { _ = try thing.value(forKey: column) }
        #expect(error?.properties == [column], "\(column) = \(value)")
        try thing.setValue(nil, forKey: column)
        try context.save()
        #expect(try thing.value(forKey: column) == .null)
      }
    }
  }

  @Test func everyBitPatternOfAScaledDecimalAndADateIsRead() throws {
    let fixture = try StoreFixture(Models.allTypes())
    try fixture.make { try $0.insert("Thing", [:]) }
    for value in ["-9223372036854775808", "9223372036854775807", "0"] {
      try fixture.raw.execute("UPDATE Thing SET price = \(value), dateValue = 9e999, doubleValue = -9e999")
      let thing = try #require(try fixture.open().newContext().all("Thing").first)
      #expect(try thing.value(forKey: "price") != .null)
      #expect(
        try thing.value(forKey: "dateValue", as: Date.self)?.timeIntervalSinceReferenceDate == .infinity)
      #expect("\(thing.changedValues)\(thing)".isEmpty == false)
    }
  }

  @Test func aVersionAtItsEndIsSavedUpon() throws {
    let fixture = try StoreFixture(Models.employees())
    try fixture.make { try $0.employee("alpha") }
    for version in [Int64.max, Int64.min, 0, -1] {
      try fixture.raw.execute("UPDATE Employee SET _version = \(version)")
      let context = try fixture.open().newContext()
      let object = try #require(try context.all("Employee").first)
      try object.setValue(Int(truncatingIfNeeded: version &+ 5), forKey: "salary")
      try context.save()
      try object.setValue(nil, forKey: "name")
      try context.save()
      #expect(try fixture.raw.texts("SELECT _version <> \(version) FROM Employee") == ["1"])
    }
  }

  @Test func aSequenceAtItsEndIsNoCrash() throws {
    for next in [Int64.max, Int64.max - 1, Int64.min, 0, -1] {
      let fixture = try StoreFixture(Models.employees())
      try fixture.make { try $0.employee("alpha") }
      try fixture.raw.execute("UPDATE _graphstore_sequence SET next = \(next)")
      let context = try fixture.open().newContext()
      for _ in 0..<3 { try context.employee("beta") }
      try context.save()
      #expect(try context.all("Employee").count == 4)
    }
  }
}
