import Foundation
import Graphstore
import GraphstoreTestSupport
import Testing

@Suite("A store that is only read is not written")
struct ReadOnlyStoreTests {
  let fixture: StoreFixture

  init() throws {
    fixture = try StoreFixture(Models.employees())
    try fixture.make { try $0.employee("alpha", 1) }
  }

  @Test func fetchesWorkAndSavesThrow() throws {
    let bytes = try Data(contentsOf: fixture.url)
    let container = try fixture.open(StoreOptions(isReadOnly: true))
    let context = container.newContext()
    let object = try #require(try context.all("Employee").first)
    #expect(object.name == "alpha")
    try object.setValue(2, forKey: "salary")
    expect(.readOnly) { try context.save() }
    #expect(context.updatedObjects == [object])
    context.rollback()
    context.delete(object)
    expect(.readOnly) { try context.save() }
    context.rollback()
    try context.employee("beta")
    expect(.readOnly) { try context.save() }
    #expect(try context.count(FetchRequest<ManagedObject>(entityName: "Employee")) == 2)
    container.close()
    #expect(try Data(contentsOf: fixture.url) == bytes)
  }

  @Test func aMissingFileIsNotMade() throws {
    try FileManager.default.removeItem(at: fixture.url)
    expect(.notFound) { _ = try fixture.open(StoreOptions(isReadOnly: true)) }
    #expect(!FileManager.default.fileExists(atPath: fixture.url.path))
  }

  @Test func readersSeeWhatAWriterSaves() throws {
    let writer = try fixture.open()
    let reader = try fixture.open(StoreOptions(isReadOnly: true))
    let context = writer.newContext()
    try context.employee("beta", 2)
    try context.save()
    #expect(try reader.newContext().all("Employee").map(\.name) == ["alpha", "beta"])
  }

  @Test func anotherToolsTriggerCannotMakeAReaderWrite() throws {
    let container = try fixture.open()
    let context = container.newContext()
    _ = try context.all("Employee")
    #expect(throws: (any Error).self) { try fixture.open(StoreOptions(isReadOnly: true)).checkpoint() }
  }
}
