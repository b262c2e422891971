import Foundation
import Graphstore
import GraphstoreTestSupport
import Testing

@Suite("An identity is there from insertion, never changes and is never used again")
struct IdentityTests {
  let fixture: StoreFixture

  init() throws { fixture = try StoreFixture(Models.employees()) }

  @Test func itIsStableOverSaveAndItsURIRoundTrips() throws {
    let context = try fixture.open().newContext()
    let object = try context.employee("alpha")
    let id = object.id
    #expect(ObjectID(uri: id.uriRepresentation) == id)
    #expect(try JSONDecoder().decode([ObjectID].self, from: JSONEncoder().encode([id])) == [id])
    try context.save()
    #expect(object.id == id)
    let uri = id.uriRepresentation
    let again = try fixture.open().newContext()
    #expect(try again.object(with: #require(ObjectID(uri: uri))).name == "alpha")
  }

  @Test func oneObjectForEachIdentity() throws {
    let context = try fixture.open().newContext()
    let object = try context.employee("alpha")
    #expect(try context.object(with: object.id) === object)
    try context.save()
    #expect(try context.all("Employee").first === object)
    #expect(context.registeredObject(for: object.id) === object)
    let other = try fixture.open().newContext()
    #expect(other.registeredObject(for: object.id) == nil)
    let fault = try other.object(with: object.id)
    #expect(fault.isFault && other.registeredObject(for: object.id) === fault)
    #expect(try other.all("Employee").first === fault)
    #expect(!fault.isFault)
  }

  @Test func keysAreNotUsedAgainAfterTheLastRowsDeletionAndReopening() throws {
    var seen: Set<Int64> = []
    for _ in 0..<5 {
      let container = try fixture.open()
      let context = container.newContext()
      for _ in 0..<3 {
        let object = try context.employee("alpha")
        #expect(seen.insert(object.id.key).inserted)
      }
      try context.save()
      for object in try context.all("Employee") { context.delete(object) }
      try context.save()
      container.close()
    }
    #expect(try fixture.raw.texts("SELECT count(*) FROM Employee") == ["0"])
  }

  @Test func keysAreNotUsedAgainAfterRollbackAndReset() throws {
    let context = try fixture.open().newContext()
    let first = try context.employee("a").id
    context.rollback()
    let second = try context.employee("b").id
    context.reset()
    let third = try context.employee("c").id
    #expect(Set([first, second, third]).count == 3)
  }

  @Test func rowsThatOtherToolsWroteMoveTheSequenceOn() throws {
    try fixture.make { try $0.employee("alpha") }
    try fixture.raw.execute("INSERT INTO Employee VALUES (100000, 1, 'raw', 5)")
    let context = try fixture.open().newContext()
    let object = try context.employee("beta")
    #expect(object.id.key > 100_000)
    try context.save()
    #expect(try context.all("Employee").count == 3)
  }

  @Test func rowsOfAnyKeyAndVersionAreRead() throws {
    try fixture.make()
    let ends = [Int64.min, Int64.min + 1, -5, -1, 0, 1, Int64.max]
    for key in ends {
      try fixture.raw.execute("INSERT INTO Employee VALUES (\(key), \(key), 'row \(key)', 5)")
    }
    let container = try fixture.open()
    let context = container.newContext()
    let objects = try context.all("Employee")
    #expect(objects.map(\.id.key) == ends)
    #expect(objects.map(\.name) == ends.map { "row \($0)" })
    #expect(try context.all("Employee").elementsEqual(objects, by: ===))
    for object in objects {
      #expect(context.registeredObject(for: object.id) === object)
      #expect(ObjectID(uri: object.id.uriRepresentation) == object.id)
      try object.setValue(6, forKey: "salary")
    }
    let new = try context.employee("new")
    try context.save()
    for object in objects { context.delete(object) }
    try context.save()
    #expect(try container.newContext().all("Employee").map(\.id) == [new.id])
  }

  @Test func anIdentityWithoutARowIsAFaultThatThrows() throws {
    let context = try fixture.open().newContext()
    let object = try context.employee("alpha")
    try context.save()
    let text = object.id.uriRepresentation.absoluteString
    let stem = text.dropLast(String(object.id.key).count)
    for key in ["0", "-1", "999999", "9223372036854775807", "-9223372036854775808"] {
      let id = try #require(URL(string: stem + key).flatMap { ObjectID(uri: $0) })
      let fault = try context.object(with: id)
      #expect(try context.object(with: id) === fault)
      let error = expect(.objectMissing) { try fault.fulfill() }
      #expect(error?.objectID == id)
    }
    #expect(object.name == "alpha")
    #expect(try context.all("Employee").count == 1)
  }

  @Test func anIdentityThatIsYetToComeIsNotInsertedTwice() throws {
    // A store that was restored from a backup may lease keys that links from outside still name.
    let context = try fixture.open().newContext()
    let first = try context.employee("alpha")
    let text = first.id.uriRepresentation.absoluteString
    let next = try #require(
      URL(string: text.dropLast(String(first.id.key).count) + "\(first.id.key + 1)").flatMap {
        ObjectID(uri: $0)
      })
    let fault = try context.object(with: next)
    let second = try context.employee("beta")
    let third = try context.employee("gamma")
    #expect(Set([fault.id, second.id, third.id]).count == 3)
    try context.save()
    #expect(try context.all("Employee").count == 3)
  }

  @Test func anotherStoresIdentityIsRefused() throws {
    let other = try StoreFixture(Models.employees())
    let foreign = try other.open().newContext().employee("foreign")
    let context = try fixture.open().newContext()
    let error = expect(.foreignObject) { _ = try context.object(with: foreign.id) }
    #expect(error?.objectID == foreign.id)
    #expect(context.registeredObject(for: foreign.id) == nil)
    expect(.foreignObject) { try context.refresh(foreign) }
  }

  @Test func anotherEntitysIdentityIsRefused() throws {
    let model = try EntityModel(
      json: """
        { "model": "Two", "entities": [ { "name": "A", "attributes": [] }, { "name": "B", "attributes": [] } ] }
        """)
    let context = try PersistentContainer(model: model, location: .inMemory).newContext()
    let object = try context.insert(entity: "A")
    let text = object.id.uriRepresentation.absoluteString
    let unknown = try #require(
      URL(string: text.replacingOccurrences(of: "/A/", with: "/C/")).flatMap { ObjectID(uri: $0) })
    expect(.unknownEntity) { _ = try context.object(with: unknown) }
    #expect(try context.insert(entity: "B").id != object.id)
  }
}
