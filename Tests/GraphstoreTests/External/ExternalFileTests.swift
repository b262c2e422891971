import Foundation
import GraphstoreTestSupport
import Testing

@testable import Graphstore
@testable import ObjectGraph
@testable import SQLiteStore

@Suite("Files of external attributes are errors where they are damaged, and go when nothing leads to them")
struct ExternalFileTests {
  let store: PictureStore

  init() throws { store = try PictureStore() }

  private func expectUnreadable(_ file: URL, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let container = try store.open()
    let context = container.newContext()
    let picture = try #require(try context.pictures().first)
    let error = expect(.unreadableValue, sourceLocation: sourceLocation) {
      _ = try picture.value(forKey: "data")
    }
    #expect(error?.message.contains(file.lastPathComponent) == true, sourceLocation: sourceLocation)
    #expect(error?.properties == ["data"] && error?.objectID == picture.id, sourceLocation: sourceLocation)
    try picture.fulfill()
    #expect(picture.title == "a", "the rest can be read", sourceLocation: sourceLocation)
    #expect(picture.committedValues(forKeys: ["data"]).isEmpty, sourceLocation: sourceLocation)
    // As generated getters do.
    #expect(picture.currentValue(1) == .null, sourceLocation: sourceLocation)
    expect(.unreadableValue, sourceLocation: sourceLocation) { _ = try context.pictures() }
    #expect(try context.pictures().count == 1, "it is thrown once", sourceLocation: sourceLocation)
    container.close()
  }

  @Test func missingShortLongAndChangedFiles() throws {
    try store.make { try $0.picture("a", data: Data(sample: 5000)) }
    let file = try store.onlyFile()
    let bytes = try Data(contentsOf: file)
    var changed = bytes
    changed[2500] ^= 1
    for damaged in [Data(), bytes.prefix(4999), bytes + [0], changed] {
      try damaged.write(to: file)
      try expectUnreadable(file)
    }
    try FileManager.default.removeItem(at: file)
    try expectUnreadable(file)
    try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
    try expectUnreadable(file)
    try FileManager.default.removeItem(at: file)
    let elsewhere = store.fixture.folder.file("elsewhere")
    try bytes.write(to: elsewhere)
    try FileManager.default.createSymbolicLink(at: file, withDestinationURL: elsewhere)
    try expectUnreadable(file)
    try FileManager.default.removeItem(at: file)
    #expect(mkfifo(file.path, 0o600) == 0)
    try expectUnreadable(file)
    try FileManager.default.removeItem(at: file)
    try bytes.write(to: file)
    #expect(try store.open().newContext().pictures().first?.data() == bytes)
  }

  @Test func malformedColumns() throws {
    let container = try store.open()
    let context = container.newContext()
    try context.picture("a", data: Data(sample: 5), text: "t", info: "[]")
    try context.save()
    container.close()
    let up = "../../../../../../../etc/passwd".utf8.map { String($0, radix: 16) }.joined()
    let columns = [
      "x''", "x'02'", "x'FF00'", "x'01'", "x'01\(String(repeating: "00", count: 27))'", "x'01\(up)'",
      "x'01\(String(repeating: "00", count: 29))'",
    ]
    for column in columns {
      try store.fixture.raw.execute("UPDATE Picture SET data = \(column), text = \(column), info = \(column)")
      let again = try store.open()
      let context = again.newContext()
      let picture = try #require(try context.pictures().first)
      for key in ["data", "text", "info"] {
        expect(.unreadableValue) { _ = try picture.value(forKey: key) }
        // It can be set all the same.
        try picture.setValue(nil, forKey: key)
        #expect(picture.isUpdated)
      }
      again.close()
    }
    // References to nothing, of any length.
    for length in ["FFFFFFFFFFFFFFFF", "7FFFFFFFFFFFFFFF", "0000000000000000"] {
      let column = "x'01\(String(repeating: "2f", count: 16))\(length)00000000'"
      try store.fixture.raw.execute("UPDATE Picture SET data = \(column)")
      let again = try store.open()
      let picture = try #require(try again.newContext().pictures().first)
      expect(.unreadableValue) { _ = try picture.value(forKey: "data") }
      again.close()
    }
    try store.fixture.raw.execute("UPDATE Picture SET data = NULL, text = x'00C3', info = x'00FF'")
    let again = try store.open()
    let picture = try #require(try again.newContext().pictures().first)
    expect(.unreadableValue) { _ = try picture.value(forKey: "text") }
    try store.expectNoLeaks(closing: again)
  }

  @Test func aStaleObjectReadsTheValueThatThereIsNow() throws {
    let container = try store.open()
    let context = container.newContext()
    let picture = try context.picture("a", data: Data(sample: 2000))
    let gone = try context.picture("b", data: Data(sample: 2000))
    try context.save()
    let other = container.newContext()
    let stale = try other.pictures()
    #expect(try stale.map { try $0.data() } == [Data(sample: 2000), Data(sample: 2000)])
    try picture.setValue(Data(sample: 4000), forKey: "data")
    context.delete(gone)
    try context.save()
    container.store.tidy()
    #expect(store.files.count == 1)
    #expect(try stale[0].data() == Data(sample: 4000))
    expect(.objectMissing) { _ = try stale[1].data() }
    try picture.setValue(Data(sample: 4), forKey: "data")
    try context.save()
    container.store.tidy()
    #expect(try stale[0].data() == Data(sample: 4))
    try stale[0].setValue("mine", forKey: "title")
    expect(.conflict) { try other.save() }
    try store.expectNoLeaks(closing: container)
  }

  @Test func filesStayForAsLongAsReadersMayWantThem() throws {
    let container = try store.open(gracePeriod: .seconds(1000))
    let context = container.newContext()
    let picture = try context.picture("a", data: Data(sample: 2000))
    try context.save()
    let stale = try #require(try container.newContext().pictures().first)
    _ = stale.title
    try picture.setValue(Data(sample: 3000), forKey: "data")
    try context.save()
    container.store.tidy()
    #expect(try stale.data() == Data(sample: 2000))
    container.close()
    #expect(store.settled.count == 2)
    #expect(try store.listed().count == 1)
    try store.open(gracePeriod: .seconds(1000)).close()
    #expect(store.settled.count == 2)
    // A clock that was set back.
    try store.fixture.raw.execute("UPDATE _graphstore_removed_files SET removed = removed + 100000")
    try store.expectNoLeaks(closing: try store.open(gracePeriod: .seconds(1000)))
    #expect(store.settled.count == 1)
  }

  @Test func whatAnotherToolChangesLetsFilesGoToo() throws {
    try store.make { context in
      for index in 0..<10 {
        try context.picture("\(index)", data: Data(sample: 2000), text: String(repeating: "x", count: 2000))
      }
    }
    try store.fixture.raw.execute(
      """
      DELETE FROM Picture WHERE title < '3'; UPDATE Picture SET text = NULL WHERE title = '5';
      UPDATE Picture SET data = data, title = 'same' WHERE title = '6';
      INSERT INTO Picture (_id, _version, title, data) SELECT 1000, 1, 'copy', data FROM Picture WHERE title = '8';
      DELETE FROM Picture WHERE title = '8'
      """)
    try store.expectNoLeaks(closing: try store.open())
    #expect(store.settled.count == 12)
    let pictures = try store.open().newContext().pictures()
    #expect(try pictures.allSatisfy { try $0.data() == Data(sample: 2000) })
  }

  @Test func triggersThatAnotherToolDroppedAreMadeAgainAndOrphansFound() throws {
    try store.make { context in
      for index in 0..<10 { try context.picture("\(index)", data: Data(sample: 2000)) }
    }
    let stray = store.folder.appending(path: "notes.txt")
    try Data("mine".utf8).write(to: stray)
    try store.fixture.raw.execute(
      """
      DROP TRIGGER "_graphstore_deleted.Picture.data"; DROP INDEX "_graphstore_external.Picture.data";
      DELETE FROM Picture WHERE title > '3'
      """)
    let container = try store.open()
    container.close()
    #expect(store.settled == Set(try store.referenced()).union(["notes.txt"]))
    #expect(
      try store.fixture.raw.texts("SELECT count(*) FROM sqlite_schema WHERE name LIKE '%.Picture.data'") == [
        "3"
      ])
  }

  @Test func filesInTheFolderOfNewOnesAreSortedOutWhenAStoreIsOpened() throws {
    try store.make { try $0.picture("a", data: Data(sample: 2000)) }
    let file = try store.onlyFile()
    let new = store.folder.appending(path: "new")
    try FileManager.default.moveItem(at: file, to: new.appending(path: file.lastPathComponent))
    try Data(count: 3000).write(to: new.appending(path: String(repeating: "0a", count: 16)))
    let reader = try store.open(isReadOnly: true)
    #expect(try reader.newContext().pictures().first?.data() == Data(sample: 2000))
    reader.close()
    #expect(store.new.count == 2, "a store that is only read is not tidied up")
    let container = try store.open()
    #expect(try container.newContext().pictures().first?.data() == Data(sample: 2000))
    #expect(store.new.isEmpty && store.settled == [file.lastPathComponent])
    try store.expectNoLeaks(closing: container)
  }

  @Test(
    arguments: [StoreOptions.JournalMode.writeAheadLog, .rollback], [StoreOptions.Durability.full, .normal])
  func everyWayOfKeepingTransactions(
    _ mode: StoreOptions.JournalMode, _ durability: StoreOptions.Durability
  ) throws {
    let container = try store.open(durability: durability, journalMode: mode)
    let context = container.newContext()
    for index in 0..<100 { try context.picture("\(index)", data: Data(sample: 2000, UInt8(index))) }
    try context.save()
    for picture in try context.pictures().prefix(50) { context.delete(picture) }
    try context.save()
    #expect(try container.newContext().pictures().allSatisfy { try $0.data()?.count == 2000 })
    try store.expectNoLeaks(closing: container)
    #expect(store.settled.count == 50)
  }

  @Test func theFolderLiesBesideTheFileThatALinkLeadsTo() throws {
    try store.make { try $0.picture("a", data: Data(sample: 2000)) }
    let link = store.fixture.folder.file("link.sqlite")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: store.url)
    let container = try PersistentContainer(
      model: try PictureStore.model(), url: link, options: StoreOptions(externalThreshold: 1000))
    let context = container.newContext()
    #expect(try context.pictures().first?.data() == Data(sample: 2000))
    try context.picture("b", data: Data(sample: 3000))
    try context.save()
    container.close()
    #expect(store.settled.count == 2)
  }

  @Test func filesHaveThePermissionsOfTheStore() throws {
    try store.make { _ in }
    for permissions in [0o600, 0o640, 0o644] {
      try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: store.url.path)
      try? FileManager.default.removeItem(at: store.folder)
      try store.make { context in
        for picture in try context.pictures() { context.delete(picture) }
        try context.picture("a", data: Data(sample: 2000))
      }
      func mode(_ url: URL) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? Int
      }
      #expect(try mode(store.onlyFile()) == permissions)
      #expect(try mode(store.folder) == permissions | (permissions & 0o444) >> 2 | 0o700)
    }
  }

  @Test func aStoreInMemoryTakesItsFilesWithIt() throws {
    var container: PersistentContainer? = try PersistentContainer(
      model: try PictureStore.model(), location: .inMemory, options: StoreOptions(externalThreshold: 1000))
    var context = container?.newContext()
    let picture = try context?.picture("a", data: Data(sample: 2000))
    try context?.save()
    let path = try #require(container?.store.path)
    #expect(FileManager.default.fileExists(atPath: path + ".files"))
    #expect(try picture?.data() == Data(sample: 2000))
    context = nil
    container = nil
    _ = consume picture
    #expect(!FileManager.default.fileExists(atPath: path + ".files"))
  }

  @Test func aFileThatCannotBeWrittenFailsTheSave() throws {
    let container = try store.open()
    try Data().write(to: store.folder)
    let context = container.newContext()
    let picture = try context.picture("a", data: Data(sample: 2000))
    expect(.inputOutput) { try context.save() }
    #expect(context.insertedObjects == [picture])
    #expect(try container.newContext().pictures().isEmpty)
    try FileManager.default.removeItem(at: store.folder)
    try context.save()
    #expect(try picture.data() == Data(sample: 2000))
    try store.expectNoLeaks(closing: container)
  }

  @Test func aFullDiskFailsTheSaveAndLeavesNoFile() throws {
    let folder = try GraphstoreTestSupport.TemporaryFolder()
    let elsewhere = FileManager.default.temporaryDirectory
    guard let mount = Program.inPath("mount"), let unmount = Program.inPath("umount"),
      (try? Program(mount, ["-t", "tmpfs", "-o", "size=4m", "tmpfs", folder.url.path], in: elsewhere).finish())
        != nil
    else {
      print("ExternalFileTests: no small file system can be mounted here")
      return
    }
    defer { _ = try? Program(unmount, ["-l", folder.url.path], in: elsewhere).finish() }
    let container = try PersistentContainer(
      model: PictureStore.model(), url: folder.file(),
      options: StoreOptions(durability: .normal, externalThreshold: 1000))
    let context = container.newContext()
    for index in 0..<6 { try context.picture("\(index)", data: Data(sample: 1_000_000, UInt8(index))) }
    expect(.full) { try context.save() }
    let new = folder.url.path + "/store.sqlite.files/new"
    #expect(try FileManager.default.contentsOfDirectory(atPath: new).isEmpty)
    #expect(context.insertedObjects.count == 6)
    for picture in context.insertedObjects.sorted(by: { $0.id.key < $1.id.key }).dropFirst(2) {
      context.delete(picture)
    }
    try context.save()
    #expect(try container.newContext().pictures().allSatisfy { try $0.data()?.count == 1_000_000 })
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.url.path + "/store.sqlite.files")
    #expect(names.count == 3, "two files and a folder")
    container.close()
  }
}
