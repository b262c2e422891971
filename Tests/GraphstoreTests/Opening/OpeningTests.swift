import Foundation
import Graphstore
import GraphstoreTestSupport
import Testing

@Suite("Opening makes a store, or finds it again")
struct OpeningTests {
  let fixture: StoreFixture

  init() throws { fixture = try StoreFixture(Models.employees()) }

  @Test func aNewFileIsMadeAndFoundAgain() throws {
    try fixture.make { try $0.employee("alpha", 22) }
    #expect(fixture.raw.companions.isEmpty, "a closed store is one file")
    let container = try fixture.open()
    #expect(try container.newContext().all("Employee").map(\.name) == ["alpha"])
  }

  @Test func anEmptyFileBecomesAStore() throws {
    try Data().write(to: fixture.url)
    try fixture.make { try $0.employee("alpha") }
    #expect(try fixture.open().newContext().all("Employee").count == 1)
  }

  @Test func severalContainersShareAStore() throws {
    let first = try fixture.open()
    let second = try fixture.open()
    let context = first.newContext()
    let object = try context.employee("alpha", 1)
    try context.save()
    let other = second.newContext()
    let twin = try #require(try other.all("Employee").first)
    #expect(twin.id == object.id)
    try twin.setValue(2, forKey: "salary")
    try other.save()
    try context.refresh(object)
    #expect(object.salary == 2)
  }

  @Test func theIdentifierStays() throws {
    try fixture.make { try $0.employee("alpha") }
    let first = try fixture.open().newContext().all("Employee")[0].id
    let second = try fixture.open().newContext().all("Employee")[0].id
    #expect(first == second && first.storeIdentifier == second.storeIdentifier)
  }

  @Test func theSecondSaveFindsTheLogOfAnOpenStore() throws {
    let container = try fixture.open()
    let context = container.newContext()
    try context.employee("alpha")
    try context.save()
    #expect(fixture.raw.companions.contains("-wal"))
    #expect(try fixture.open().newContext().all("Employee").count == 1)
    try container.checkpoint()
    #expect(try fixture.open().newContext().all("Employee").count == 1)
  }

  @Test func aClosedContainerThrows() throws {
    let container = try fixture.open()
    let context = container.newContext()
    let object = try context.employee("alpha")
    try context.save()
    let fault = try context.object(with: object.id)
    context.refreshAllObjects()
    container.close()
    expect(.closed) { _ = try context.all("Employee") }
    expect(.closed) { try fault.fulfill() }
    try context.employee("beta")
    expect(.closed) { try context.save() }
    #expect(context.insertedObjects.count == 1)
    container.close()
  }

  @Test func fileNamesOfAnyCharactersWork() throws {
    for name in ["a b.sqlite", "naïve 猫?.sqlite", "50%.sqlite", "file:x?mode=ro", "-", "a'b\"c;.db", "#1"] {
      let url = fixture.folder.file(name)
      let container = try PersistentContainer(model: fixture.model, url: url)
      let context = container.newContext()
      try context.employee(name)
      try context.save()
      container.close()
      #expect(FileManager.default.fileExists(atPath: url.path), "\(name)")
      let again = try PersistentContainer(model: fixture.model, url: url)
      #expect(try again.newContext().all("Employee").map(\.name) == [name])
    }
  }

  @Test func aSymbolicLinkLeadsToTheStore() throws {
    try fixture.make { try $0.employee("alpha") }
    let link = fixture.folder.file("link.sqlite")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: fixture.url)
    let container = try PersistentContainer(model: fixture.model, url: link)
    #expect(try container.newContext().all("Employee").count == 1)
  }

  @Test func typedEntitiesAreCheckedAgainstTheModel() throws {
    let error = expect(.unknownEntity) {
      _ = try PersistentContainer(model: fixture.model, location: .inMemory, entities: [GifModel.self])
    }
    #expect(error?.entity == "GifModel")
    let other = try EntityModel(
      json: """
        { "model": "Gif", "entities": [ { "name": "GifModel", "attributes": [
          { "name": "newsid", "type": "string" } ] } ] }
        """)
    expect(.entityMismatch) {
      _ = try PersistentContainer(model: other, location: .inMemory, entities: [GifModel.self])
    }
    let context = try PersistentContainer(model: other, location: .inMemory).newContext()
    expect(.entityMismatch) { _ = try context.fetch(FetchRequest<GifModel>()) }
    expect(.entityMismatch) { _ = try context.count(FetchRequest<GifModel>()) }
    _ = try PersistentContainer(model: GifSchema.model, location: .inMemory, entities: [GifModel.self])
  }
}
