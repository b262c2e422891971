import Foundation
import GraphstoreTestSupport
import Testing

@testable import Graphstore
@testable import SQLiteStore

@Suite("External attributes in a graph: rules, inheritance and undoing let files go, and come back")
struct ExternalGraphTests {
  private let fixture: StoreFixture

  init() throws {
    fixture = try StoreFixture(
      EntityModel(
        json: """
          { "model": "Albums", "entities": [
            { "name": "Album", "attributes": [ { "name": "title", "type": "string" } ],
              "relationships": [ { "name": "items", "to": "Item", "many": true, "inverse": "album", "onDelete": "cascade" } ] },
            { "name": "Item", "abstract": true, "attributes": [ { "name": "body", "type": "data", "external": true, "optional": true } ],
              "relationships": [ { "name": "album", "to": "Album", "optional": true, "inverse": "items" } ] },
            { "name": "Photo", "parent": "Item", "attributes": [ { "name": "raw", "type": "data", "external": true, "optional": true } ] },
            { "name": "Note", "parent": "Item", "attributes": [ { "name": "raw", "type": "data", "external": true, "optional": true },
              { "name": "text", "type": "string", "external": true, "optional": true } ] } ] }
          """))
  }

  private func open(_ gracePeriod: Duration = .zero) throws -> PersistentContainer {
    var options = StoreOptions(durability: .normal, externalThreshold: 100)
    options.externalGracePeriod = gracePeriod
    return try fixture.open(options)
  }

  private func files() -> Int {
    let names = (try? FileManager.default.subpathsOfDirectory(atPath: fixture.url.path + ".files")) ?? []
    return names.count { $0 != "new" }
  }

  /// Two albums, with two photos and a note each: ten files.
  private func fill(_ context: ObjectContext) throws {
    for title in ["a", "b"] {
      let album = try context.insert("Album", ["title": title])
      for index in 0..<2 as Range<UInt8> {
        let photo = try context.insert(
          "Photo", ["body": Data(sample: 500, index), "raw": Data(sample: 600, index)])
        try photo.setRelatedObject(album, forKey: "album")
      }
      let note = try context.insert(
        "Note", ["text": String(repeating: title, count: 700), "raw": Data(sample: 3)])
      try note.setRelatedObject(album, forKey: "album")
    }
    try context.save()
  }

  @Test func valuesOfParentsAndChildrenAreFoundThroughBoth() throws {
    let container = try open()
    try fill(container.newContext())
    #expect(files() == 10)
    let context = container.newContext()
    for item in try context.all("Item") {
      let size = item.entityName == "Photo" ? 600 : 3
      #expect(try item.value(forKey: "raw", as: Data.self)?.count == size)
      if item.entityName == "Photo" { #expect(try item.value(forKey: "body", as: Data.self)?.count == 500) }
    }
    #expect(
      try context.all("Note").map { try $0.value(forKey: "text", as: String.self)?.count } == [700, 700])
  }

  @Test func aCascadeOverRowsThatNobodyReadLetsTheirFilesGo() throws {
    let container = try open()
    try fill(container.newContext())
    let context = container.newContext()
    let album = try #require(
      try context.fetch(FetchRequest<ManagedObject>(entityName: "Album", format: "title == 'a'")).first)
    context.delete(album)
    try context.save()
    container.close()
    #expect(files() == 5)
    let rest = try open().newContext().all("Item")
    #expect(rest.count == 3)
  }

  @Test func aDeletionThatIsUndoneBringsValuesBack() throws {
    let container = try open(.seconds(1000))
    let context = container.newContext()
    try fill(context)
    let undo = GraphUndoManager()
    context.undoManager = undo
    let photo = try #require(try context.all("Photo").first)
    context.delete(photo)
    try context.save()
    undo.undo()
    try context.save()
    let again = try #require(try container.newContext().all("Photo").first)
    #expect(try again.value(forKey: "body", as: Data.self) == Data(sample: 500, 0))
    #expect(try again.value(forKey: "raw", as: Data.self) == Data(sample: 600, 0))
    try photo.setValue(Data(sample: 900), forKey: "body")
    try context.save()
    undo.undo()
    try context.save()
    #expect(try photo.value(forKey: "body", as: Data.self) == Data(sample: 500, 0))
    container.close()
    try open().close()
    #expect(files() == 10)
  }
}
