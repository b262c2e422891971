import Foundation
import Graphstore
import GraphstoreTestSupport
import SQLSyntax
import SQLiteAccess
import Testing

@Suite("A store that others keep locked is waited for, then an error")
struct LockedStoreTests {
  let fixture: StoreFixture
  let short = StoreOptions(busyTimeout: .milliseconds(30))

  init() throws {
    fixture = try StoreFixture(Models.employees())
    try fixture.make { try $0.employee("alpha", 1) }
  }

  @Test func openingAnExclusivelyLockedFile() throws {
    let other = try SQLiteConnection(path: fixture.url.path, mode: .readWrite)
    defer { other.close() }
    try other.execute("PRAGMA locking_mode = exclusive; BEGIN EXCLUSIVE; UPDATE Employee SET salary = 2")
    expect(.busy) { _ = try fixture.open(short) }
    expect(.busy) { _ = try fixture.open(StoreOptions(busyTimeout: .zero, isReadOnly: true)) }
    try other.execute("ROLLBACK")
  }

  @Test func savingWhileAnotherWrites() throws {
    let container = try fixture.open(short)
    let context = container.newContext()
    let object = try #require(try context.all("Employee").first)
    let other = try SQLiteConnection(path: fixture.url.path, mode: .readWrite)
    defer { other.close() }
    try other.execute("BEGIN IMMEDIATE")
    try object.setValue(5, forKey: "salary")
    let error = expect(.busy) { try context.save() }
    #expect(error?.extendedResultCode != nil)
    #expect(context.updatedObjects == [object])
    #expect(try container.newContext().all("Employee").first?.salary == 1, "readers do not wait")
    try other.execute("ROLLBACK")
    try context.save()
    #expect(try container.newContext().all("Employee").first?.salary == 5)
  }

  @Test func insertingWhileAnotherWritesTakesAKeyThatIsNotLeased() throws {
    let container = try fixture.open(short)
    let context = container.newContext()
    let writer = try SQLiteConnection(path: fixture.url.path, mode: .readWrite)
    try writer.execute("BEGIN IMMEDIATE")
    let object = try context.employee("beta")
    expect(.busy) { try context.save() }
    try writer.execute("ROLLBACK")
    writer.close()
    let id = object.id
    try context.save()
    #expect(object.id == id)
    let other = container.newContext()
    #expect(try other.object(with: id).name == "beta")
    let next = try context.employee("gamma")
    try context.save()
    #expect(next.id != id)
    #expect(try container.newContext().all("Employee").count == 3)
  }

  @Test func aReaderInRollbackModeKeepsTheWriterWaiting() throws {
    let options = StoreOptions(journalMode: .rollback, busyTimeout: .milliseconds(30))
    let container = try fixture.open(options)
    let context = container.newContext()
    let object = try #require(try context.all("Employee").first)
    let other = try SQLiteConnection(path: fixture.url.path, mode: .readWrite)
    defer { other.close() }
    try other.execute("BEGIN")
    _ = try other.query("SELECT * FROM Employee")
    try object.setValue(7, forKey: "salary")
    expect(.busy) { try context.save() }
    try other.execute("COMMIT")
    try context.save()
  }

  @Test func theBusyTimeoutIsWaitedFor() throws {
    let container = try fixture.open(StoreOptions(durability: .normal, busyTimeout: .seconds(20)))
    let context = container.newContext()
    let object = try #require(try context.all("Employee").first)
    let other = try SQLiteConnection(path: fixture.url.path, mode: .readWrite)
    try other.execute("BEGIN IMMEDIATE")
    let holder = Holder(other)
    Thread.detachNewThread {
      Thread.sleep(forTimeInterval: 0.1)
      holder.release()
    }
    try object.setValue(9, forKey: "salary")
    try context.save()
    #expect(try container.newContext().all("Employee").first?.salary == 9)
  }

  /// `@unchecked Sendable`: the test hands the connection to one thread and does not touch it afterwards.
  private final class Holder: @unchecked Sendable {
    private let connection: SQLiteConnection

    init(_ connection: SQLiteConnection) { self.connection = connection }

    func release() {
      try? connection.execute("ROLLBACK")
      connection.close()
    }
  }

  @Test func objectsInsertedWhileAnotherWritesKeepTheirOrder() throws {
    let container = try fixture.open(short)
    let context = container.newContext()
    let writer = try SQLiteConnection(path: fixture.url.path, mode: .readWrite)
    defer { writer.close() }
    try writer.execute("BEGIN IMMEDIATE")
    let first = try context.employee("first")
    try writer.execute("ROLLBACK")
    let later = try (0..<5).map { try context.employee("later \($0)") }
    #expect(([first] + later).map(\.id.key) == ([first] + later).map(\.id.key).sorted())
    try context.save()
    let next = try context.employee("next")
    #expect(next.id.key < 1 << 62, "after a save keys are leased again")
  }
}
