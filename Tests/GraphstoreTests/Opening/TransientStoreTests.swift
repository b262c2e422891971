import Foundation
import GraphstoreTestSupport
import Testing

@testable import Graphstore
@testable import SQLiteStore

@Suite("A store in memory goes with the last user of it")
struct TransientStoreTests {
  @Test func itsFolderIsGoneAfterTheLastRelease() throws {
    var container: PersistentContainer? = try PersistentContainer(
      model: Models.employees(), location: .inMemory)
    let folder = try #require(container?.store.path).split(separator: "/").dropLast().joined(separator: "/")
    #expect(FileManager.default.fileExists(atPath: "/" + folder))
    var context = container?.newContext()
    try context?.employee("alpha")
    try context?.save()
    container = nil
    #expect(FileManager.default.fileExists(atPath: "/" + folder), "a context still uses it")
    #expect(try context?.all("Employee").count == 1)
    context = nil
    #expect(!FileManager.default.fileExists(atPath: "/" + folder))
  }

  @Test func eachIsItsOwn() throws {
    let first = try PersistentContainer(model: Models.employees(), location: .inMemory)
    let second = try PersistentContainer(model: Models.employees(), location: .inMemory)
    let context = first.newContext()
    let object = try context.employee("alpha")
    try context.save()
    #expect(try second.newContext().all("Employee").isEmpty)
    expect(.foreignObject) { _ = try second.newContext().object(with: object.id) }
  }
}
