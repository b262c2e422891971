import Foundation
import GraphstoreTestSupport
import SQLiteAccess
import Testing

@testable import Graphstore
@testable import SQLiteStore

@Suite("A full disk is an error, and nothing is lost")
struct FullDiskTests {
  private func fill(_ container: PersistentContainer, whenFull makeRoom: () throws -> Void) throws {
    let context = container.newContext()
    try context.employee("small", 1)
    try context.save()
    let text = String(repeating: "x", count: 400_000)
    for index in 0..<10 { try context.employee(text, index) }
    let first = try #require(try container.newContext().all("Employee").first)
    expect(.full) { try context.save() }
    #expect(context.insertedObjects.count == 10)
    #expect(try container.newContext().all("Employee").map(\.name) == ["small"])
    try first.setValue(2, forKey: "salary")
    expect(.full) { try context.save() }
    try makeRoom()
    try context.save()
    #expect(try container.newContext().all("Employee").count == 11)
  }

  @Test(arguments: [StoreOptions.JournalMode.writeAheadLog, .rollback])
  func aLimitOfPages(_ mode: StoreOptions.JournalMode) throws {
    let fixture = try StoreFixture(Models.employees())
    let container = try fixture.open(StoreOptions(journalMode: mode, durability: .normal))
    try container.store.writer.write { try $0.execute("PRAGMA max_page_count = 100") }
    try fill(container) {
      try container.store.writer.write { try $0.execute("PRAGMA max_page_count = 1000000") }
    }
    #expect(try fixture.raw.integrity() == ["ok"])
  }

  @Test(arguments: [StoreOptions.JournalMode.writeAheadLog, .rollback])
  func aFileSystemWithoutRoom(_ mode: StoreOptions.JournalMode) throws {
    let folder = try GraphstoreTestSupport.TemporaryFolder()
    guard let mount = Program.inPath("mount"), let unmount = Program.inPath("umount"),
      (try? Program(
        mount, ["-t", "tmpfs", "-o", "size=3m", "tmpfs", folder.url.path],
        in: FileManager.default.temporaryDirectory
      ).finish())
        != nil
    else {
      // Mounting needs rights that not everyone has; the limit of pages is tested above.
      print("FullDiskTests: no small file system can be mounted here")
      return
    }
    defer {
      _ = try? Program(unmount, ["-l", folder.url.path], in: FileManager.default.temporaryDirectory).finish()
    }
    let ballast = folder.file("ballast")
    try Data(count: 2_200_000).write(to: ballast)
    let container = try PersistentContainer(
      model: Models.employees(), url: folder.file(),
      options: StoreOptions(journalMode: mode, durability: .normal))
    let context = container.newContext()
    try context.employee("small", 1)
    try context.save()
    let object = try context.employee(String(repeating: "x", count: 1_000_000))
    expect(.full) { try context.save() }
    #expect(context.insertedObjects == [object])
    #expect(try container.newContext().all("Employee").map(\.name) == ["small"])
    try FileManager.default.removeItem(at: ballast)
    try context.save()
    #expect(try container.newContext().all("Employee").count == 2)
    #expect(try RawDatabase(url: folder.file()).integrity() == ["ok"])
    container.close()
  }

  @Test func aStoreThatCannotEvenBeMade() throws {
    let folder = try GraphstoreTestSupport.TemporaryFolder()
    guard let mount = Program.inPath("mount"), let unmount = Program.inPath("umount"),
      (try? Program(
        mount, ["-t", "tmpfs", "-o", "size=16k", "tmpfs", folder.url.path],
        in: FileManager.default.temporaryDirectory
      ).finish())
        != nil
    else {
      print("FullDiskTests: no small file system can be mounted here")
      return
    }
    defer {
      _ = try? Program(unmount, ["-l", folder.url.path], in: FileManager.default.temporaryDirectory).finish()
    }
    expect(.full) { _ = try PersistentContainer(model: Models.allTypes(), url: folder.file()) }
    expect(.full) { _ = try PersistentContainer(model: Models.allTypes(), url: folder.file()) }
  }
}
