import Foundation
import Graphstore
import GraphstoreTestSupport
import Testing

@Suite("A file that is no store of this model is refused with its own error, and left as it is")
struct RefusedFileTests {
  let fixture: StoreFixture

  init() throws { fixture = try StoreFixture(Models.employees()) }

  /// Opens the file in both ways; it and its folder have to stay as they are.
  private func expectRefusal(
    _ code: StoreError.Code, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let bytes = try Data(contentsOf: fixture.url)
    for isReadOnly in [false, true] {
      let error = expect(code, sourceLocation: sourceLocation) {
        _ = try fixture.open(StoreOptions(isReadOnly: isReadOnly))
      }
      #expect(error?.path == fixture.url.path, sourceLocation: sourceLocation)
      #expect(try Data(contentsOf: fixture.url) == bytes, sourceLocation: sourceLocation)
      let beside = try FileManager.default.contentsOfDirectory(atPath: fixture.folder.url.path)
      #expect(beside == [fixture.url.lastPathComponent], sourceLocation: sourceLocation)
    }
  }

  @Test func randomBytes() throws {
    var generator = SeededGenerator(for: "RefusedFileTests")
    for count in [1, 15, 16, 99, 100, 512, 4096, 100_000] {
      let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
      try Data(bytes).write(to: fixture.url)
      try expectRefusal(.notADatabase)
    }
  }

  @Test func text() throws {
    try Data("newsid,userid\n1,2\n".utf8).write(to: fixture.url)
    try expectRefusal(.notADatabase)
    try Data("SQLite format 3\0".utf8).write(to: fixture.url)
    try expectRefusal(.notADatabase)
  }

  @Test func anEmptyFileThatIsOnlyRead() throws {
    try Data().write(to: fixture.url)
    expect(.notADatabase) { _ = try fixture.open(StoreOptions(isReadOnly: true)) }
    #expect(try Data(contentsOf: fixture.url).isEmpty)
  }

  @Test func anotherProgramsDatabase() throws {
    try fixture.raw.execute("CREATE TABLE t (a); INSERT INTO t VALUES (1)")
    try expectRefusal(.foreignFile)
    try fixture.raw.execute("PRAGMA application_id = 252006673")
    try expectRefusal(.foreignFile)
  }

  @Test func anotherProgramsDatabaseWithALog() throws {
    try fixture.raw.execute("PRAGMA journal_mode = wal; CREATE TABLE t (a)")
    try expectRefusal(.foreignFile)
  }

  @Test func aNewerFormat() throws {
    try fixture.make()
    try fixture.raw.execute("PRAGMA user_version = 3")
    try expectRefusal(.newerFormat)
    try fixture.raw.execute("PRAGMA user_version = 2147483647")
    try expectRefusal(.newerFormat)
  }

  @Test func anOlderFormatIsOpenedAndStays() throws {
    try fixture.make { try $0.employee("alpha") }
    try fixture.raw.execute("PRAGMA user_version = 1")
    for isReadOnly in [true, false] {
      let container = try fixture.open(StoreOptions(isReadOnly: isReadOnly))
      #expect(try container.newContext().all("Employee").map(\.name) == ["alpha"])
      container.close()
    }
    #expect(try fixture.raw.texts("PRAGMA user_version") == ["1"])
  }

  @Test func aFormatThatNeverWas() throws {
    try fixture.make()
    try fixture.raw.execute("PRAGMA user_version = 0")
    try expectRefusal(.corrupt)
    try fixture.raw.execute("PRAGMA user_version = -5")
    try expectRefusal(.corrupt)
  }

  @Test func anotherModelsStore() throws {
    let other = StoreFixture(like: fixture, model: try Models.allTypes())
    try other.make { try $0.insert("Thing", [:]) }
    try expectRefusal(.modelMismatch)
    #expect(try other.open().newContext().all("Thing").count == 1)
  }

  @Test func aStoreOfAnotherVersionOfTheModel() throws {
    let wider = try EntityModel(
      json: """
        { "model": "Staff", "version": "2", "entities": [ { "name": "Employee", "attributes": [
          { "name": "name", "type": "string", "optional": true },
          { "name": "salary", "type": "int64", "default": 0 },
          { "name": "room", "type": "string", "optional": true } ] } ] }
        """)
    let other = StoreFixture(like: fixture, model: wider)
    try other.make()
    let error = expect(.modelMismatch) { _ = try fixture.open() }
    #expect(error?.message.contains("Staff") == true)
    try expectRefusal(.modelMismatch)
  }

  @Test func anotherModelsStoreThatIsInUse() throws {
    let other = StoreFixture(like: fixture, model: try Models.allTypes())
    let container = try other.open()
    let context = container.newContext()
    try context.insert("Thing", [:])
    try context.save()
    let log = try Data(contentsOf: URL(filePath: fixture.url.path + "-wal"))
    let bytes = try Data(contentsOf: fixture.url)
    expect(.modelMismatch) { _ = try fixture.open() }
    #expect(try Data(contentsOf: fixture.url) == bytes)
    #expect(try Data(contentsOf: URL(filePath: fixture.url.path + "-wal")) == log)
    try context.insert("Thing", [:])
    try context.save()
    #expect(try container.newContext().all("Thing").count == 2)
  }

  @Test func aDirectory() throws {
    try FileManager.default.createDirectory(at: fixture.url, withIntermediateDirectories: false)
    for isReadOnly in [false, true] {
      expect(.invalidLocation) { _ = try fixture.open(StoreOptions(isReadOnly: isReadOnly)) }
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: fixture.url.path).isEmpty)
  }

  @Test func aMissingFolder() throws {
    let url = fixture.folder.file("no/such/folder/store.sqlite")
    expect(.invalidLocation) { _ = try PersistentContainer(model: fixture.model, url: url) }
    expect(.notFound) {
      _ = try PersistentContainer(model: fixture.model, url: url, options: StoreOptions(isReadOnly: true))
    }
    #expect(!FileManager.default.fileExists(atPath: fixture.folder.file("no").path))
  }

  @Test func aFileInThePlaceOfTheFolder() throws {
    try Data("x".utf8).write(to: fixture.url)
    let url = fixture.url.appending(path: "store.sqlite")
    expect(.invalidLocation) { _ = try PersistentContainer(model: fixture.model, url: url) }
  }

  @Test func aDeviceAndAPipe() throws {
    expect(.cannotOpen) { _ = try PersistentContainer(model: fixture.model, url: URL(filePath: "/dev/null")) }
    #expect(mkfifo(fixture.url.path, 0o600) == 0)
    expect(.cannotOpen) { _ = try fixture.open() }
  }

  @Test func aURLThatIsNoFile() throws {
    let url = try #require(URL(string: "https://example.org/store.sqlite"))
    expect(.invalidLocation) { _ = try PersistentContainer(model: fixture.model, url: url) }
  }

  @Test func aLinkToNowhereAndALinkToItself() throws {
    let folder = fixture.folder.url
    try FileManager.default.createSymbolicLink(
      atPath: fixture.url.path, withDestinationPath: folder.appending(path: "gone/x").path)
    #expect(throws: StoreError.self) { _ = try fixture.open() }
    try FileManager.default.removeItem(at: fixture.url)
    try FileManager.default.createSymbolicLink(
      atPath: fixture.url.path, withDestinationPath: fixture.url.path)
    #expect(throws: StoreError.self) { _ = try fixture.open() }
  }
}
