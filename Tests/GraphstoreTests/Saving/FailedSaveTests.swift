import Foundation
import Graphstore
import GraphstoreTestSupport
import SQLiteAccess
import Testing

@Suite("A save that fails writes nothing, leaves the context as it was, and the next one works")
struct FailedSaveTests {
  let fixture: StoreFixture
  let container: PersistentContainer
  let context: ObjectContext

  init() throws {
    fixture = try StoreFixture(GifSchema.model)
    container = try fixture.open(StoreOptions(durability: .normal, busyTimeout: .milliseconds(20)))
    context = container.newContext()
    for number in 1...5 { _ = GifModel(in: context, newsid: Int64(number), userid: 0) }
    try context.save()
  }

  /// Changes of every kind, the last of which cannot be saved with newsid 1.
  private func change() throws -> (inserted: [GifModel], updated: GifModel, deleted: GifModel) {
    let gifs = try context.fetch(FetchRequest<GifModel>())
    gifs[1].text = "updated"
    context.delete(gifs[2])
    let good = GifModel(in: context, newsid: 10, userid: 1)
    let bad = GifModel(in: context, newsid: 1, userid: 1)
    return ([good, bad], gifs[1], gifs[2])
  }

  private func stored() throws -> [String] {
    try fixture.raw.texts(
      "SELECT newsid || ' ' || coalesce(text, '') || ' ' || _version FROM GifModel ORDER BY newsid")
  }

  @Test func everythingIsAsBefore() throws {
    let before = try stored()
    let (inserted, updated, deleted) = try change()
    for _ in 0..<3 {
      expect(.uniqueness) { try context.save() }
      #expect(try stored() == before)
      #expect(context.insertedObjects == Set(inserted.map(\.object)))
      #expect(context.updatedObjects == [updated.object])
      #expect(context.deletedObjects == [deleted.object])
      #expect(updated.object.changedValues == ["text": .string("updated")])
    }
    inserted[1].newsid = 11
    try context.save()
    #expect(!context.hasChanges)
    #expect(try stored() == ["1  1", "2 updated 2", "4  1", "5  1", "10  1", "11  1"])
    updated.text = "again"
    try context.save()
    #expect(try stored()[1] == "2 again 3")
  }

  @Test func afterTheFailureTheObjectCanBeDeletedOrAllRolledBack() throws {
    let (inserted, _, _) = try change()
    expect(.uniqueness) { try context.save() }
    context.delete(inserted[1])
    try context.save()
    #expect(try stored().count == 5)
    _ = try change()
    expect(.uniqueness) { try context.save() }
    context.rollback()
    try context.save()
    #expect(try stored().count == 5)
  }

  @Test func anotherContextsSaveIsNotHeldUp() throws {
    _ = try change()
    expect(.uniqueness) { try context.save() }
    let other = container.newContext()
    _ = GifModel(in: other, newsid: 20, userid: 0)
    try other.save()
    #expect(try stored().count == 6)
  }

  @Test func aTriggerThatRefusesIsAStoreErrorWithItsCode() throws {
    try fixture.raw.execute(
      """
      CREATE TRIGGER refuse BEFORE INSERT ON GifModel WHEN NEW.newsid = 13
      BEGIN SELECT RAISE(ABORT, 'no 13 here'); END
      """)
    let before = try stored()
    let gif = GifModel(in: context, newsid: 12, userid: 0)
    let bad = GifModel(in: context, newsid: 13, userid: 0)
    gif.text = "secret"
    let error = expect(.other) { try context.save() }
    #expect(error?.message.contains("no 13 here") == true)
    #expect(error?.extendedResultCode == 1811)
    #expect(error.map { "\($0)\($0.sql ?? "")" }?.contains("secret") == false)
    #expect(try stored() == before)
    bad.newsid = 14
    try context.save()
    #expect(try stored().count == 7)
  }

  @Test func aFaultErrorIsThrownBeforeAnythingIsWritten() throws {
    let gif = try #require(try context.fetch(FetchRequest<GifModel>()).first)
    let other = container.newContext()
    let twin = try other.object(with: gif.id, as: GifModel.self)
    context.delete(gif)
    try context.save()
    _ = GifModel(in: other, newsid: 30, userid: 0)
    #expect(twin.newsid == 0)
    expect(.objectMissing) { try other.save() }
    #expect(try stored().count == 4)
    try other.save()
    #expect(try stored().count == 5)
  }
}
