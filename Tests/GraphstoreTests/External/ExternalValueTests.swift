import Foundation
import GraphstoreTestSupport
import Testing

@testable import Graphstore
@testable import ObjectGraph

@Suite("Large values of external attributes are kept in files")
struct ExternalValueTests {
  let store: PictureStore

  init() throws { store = try PictureStore() }

  @Test func valuesUpToTheThresholdStayInTheRow() throws {
    let container = try store.open()
    let context = container.newContext()
    let sizes = [0, 1, 999, 1000, 1001, 5000, 100_000]
    for size in sizes { try context.picture("\(size)", data: Data(sample: size)) }
    try context.save()
    #expect(store.files.count == 3)
    #expect(try context.pictures().map { try $0.data()?.count } == sizes)
    let others = try container.newContext().pictures()
    for (picture, size) in zip(others, sizes) { #expect(try picture.data() == Data(sample: size)) }
    let lengths = try store.fixture.raw.texts("SELECT length(data) FROM Picture ORDER BY _id")
    #expect(lengths == ["1", "2", "1000", "1001", "29", "29", "29"])
    try store.expectNoLeaks(closing: container)
    #expect(store.settled.count == 3)
  }

  @Test func theThresholdIs128KibibytesUnlessSaidOtherwise() throws {
    let container = try store.fixture.open()
    let context = container.newContext()
    try context.picture("in", data: Data(sample: 128 << 10))
    try context.save()
    #expect(store.files.isEmpty && !FileManager.default.fileExists(atPath: store.folder.path))
    try context.picture("out", data: Data(sample: 128 << 10 + 1))
    try context.save()
    #expect(store.files.count == 1)
  }

  @Test func textAndCodableValuesComeBack() throws {
    let text = String(repeating: "e\u{301}\u{0}猫👩‍👩‍👧", count: 500)
    let info = "{\"a\":[" + String(repeating: "1,", count: 3000) + "2]}"
    try store.make { context in
      try context.picture("large", text: text, info: info)
      try context.picture("small", text: "e\u{301}", info: "[1]")
      try context.picture("none")
    }
    #expect(store.settled.count == 2)
    let container = try store.open()
    let pictures = try container.newContext().pictures()
    try #require(pictures.count == 3)
    #expect(try Array(#require(try pictures[0].text()).utf8) == Array(text.utf8))
    #expect(try pictures[0].info() == info)
    #expect(try Array(#require(try pictures[1].text()).utf8) == [0x65, 0xCC, 0x81])
    #expect(try pictures[1].info() == "[1]")
    #expect(try pictures[2].text() == nil && pictures[2].info() == nil && pictures[2].data() == nil)
  }

  @Test func objectsKeepReferencesAfterASave() throws {
    let container = try store.open()
    let context = container.newContext()
    let picture = try context.picture("a", data: Data(sample: 500_000))
    let other = try context.picture("b", data: Data(sample: 10))
    try context.save()
    #expect(try #require(picture.rows).bytes.count < 200)
    try other.setValue(Data(sample: 600_000), forKey: "data")
    try context.save()
    #expect(try #require(other.rows).bytes.count < 200)
    #expect(other.overlay == nil)
    #expect(try picture.data() == Data(sample: 500_000))
    #expect(try other.data() == Data(sample: 600_000))
  }

  @Test func aFetchReadsNoFile() throws {
    try store.make { context in
      for index in 0..<50 { try context.picture("\(index)", data: Data(sample: 3000)) }
    }
    try FileManager.default.removeItem(at: store.folder)
    let context = try store.open().newContext()
    let pictures = try context.pictures()
    #expect(pictures.map(\.title) == (0..<50).map { "\($0)" })
    try pictures.forEach { try $0.setValue("x", forKey: "title") }
    try context.save()
    #expect(try context.pictures("data != nil").count == 50)
    #expect(try context.pictures("data == nil").isEmpty)
  }

  @Test func aChangedValueLetsTheOldFileGo() throws {
    let container = try store.open()
    let context = container.newContext()
    let picture = try context.picture(
      "a", data: Data(sample: 2000), text: String(repeating: "t", count: 2000))
    try context.save()
    let before = store.files
    try picture.setValue(Data(sample: 3000), forKey: "data")
    try context.save()
    #expect(try picture.data() == Data(sample: 3000))
    try picture.setValue(Data(sample: 3), forKey: "data")
    try context.save()
    #expect(try picture.data() == Data(sample: 3))
    try picture.setValue(nil, forKey: "text")
    try context.save()
    try store.expectNoLeaks(closing: container)
    #expect(store.settled.isEmpty && !before.isEmpty)
  }

  @Test func anEqualValueIsNoChange() throws {
    let container = try store.open()
    let context = container.newContext()
    let picture = try context.picture("a", data: Data(sample: 2000), text: "short", info: "[1]")
    try context.save()
    let file = try store.onlyFile()
    try picture.setValue(Data(sample: 2000), forKey: "data")
    try picture.setValue("short", forKey: "text")
    try picture.setValue(AttributeValue.codable(Data("[1]".utf8)), forKey: "info")
    #expect(!context.hasChanges)
    try picture.setValue(Data(sample: 2000, 2), forKey: "data")
    #expect(picture.isUpdated)
    try picture.setValue(Data(sample: 2000), forKey: "data")
    #expect(!context.hasChanges)
    try FileManager.default.removeItem(at: file)
    try picture.setValue(Data(sample: 2000), forKey: "data")
    #expect(picture.isUpdated, "a value that is lost can be set again")
    try context.save()
    #expect(try picture.data() == Data(sample: 2000))
  }

  @Test func aDeletedObjectLetsItsFilesGo() throws {
    let container = try store.open()
    let context = container.newContext()
    var pictures: [ManagedObject] = []
    for index in 0..<20 {
      pictures.append(
        try context.picture(
          "\(index)", data: Data(sample: 2000), info: "\"\(String(repeating: "i", count: 2000))\""))
    }
    try context.save()
    #expect(store.files.count == 40)
    for picture in pictures.dropFirst(5) { context.delete(picture) }
    try context.save()
    #expect(try pictures[0].data() == Data(sample: 2000))
    try store.expectNoLeaks(closing: container)
    #expect(store.settled.count == 10)
  }

  @Test func aRollbackAndAFailedSaveLeaveNoFile() throws {
    let model = try EntityModel(
      json: """
        { "model": "Documents", "entities": [ { "name": "Document", "attributes": [
          { "name": "code", "type": "int64", "default": 0 },
          { "name": "body", "type": "data", "external": true, "optional": true } ], "unique": [["code"]] } ] }
        """)
    let fixture = try StoreFixture(model)
    let container = try fixture.open(StoreOptions(durability: .normal, externalThreshold: 100))
    let context = container.newContext()
    let folder = fixture.url.path + ".files/new"
    func files() -> Int { (try? FileManager.default.contentsOfDirectory(atPath: folder).count) ?? 0 }
    try context.insert("Document", ["code": 1, "body": Data(sample: 1000)])
    context.rollback()
    try context.save()
    #expect(files() == 0)
    try context.insert("Document", ["code": 1, "body": Data(sample: 1000)])
    try context.insert("Document", ["code": 1, "body": Data(sample: 2000)])
    expect(.uniqueness) { try context.save() }
    #expect(files() == 0)
    context.rollback()
    // Objects that exchange unique values are taken out of the table and put back.
    let first = try context.insert("Document", ["code": 1, "body": Data(sample: 1000)])
    let second = try context.insert("Document", ["code": 2, "body": Data(sample: 2000)])
    try context.save()
    try first.setValue(2, forKey: "code")
    try second.setValue(1, forKey: "code")
    try second.setValue(Data(sample: 3000), forKey: "body")
    try context.save()
    container.close()
    var options = StoreOptions(externalThreshold: 100)
    options.externalGracePeriod = .zero
    let again = try fixture.open(options)
    let documents = try again.newContext().all("Document")
    #expect(try documents.map { try $0.value(forKey: "body", as: Data.self)?.count } == [1000, 3000])
    again.close()
    #expect(try FileManager.default.contentsOfDirectory(atPath: fixture.url.path + ".files").count == 3)
  }

  @Test func predicatesTestForNullAndRefuseTheRest() throws {
    let context = try store.open().newContext()
    try context.picture("a", data: Data(sample: 2000), text: String(repeating: "t", count: 2000))
    try context.picture("b", data: Data(sample: 2))
    try context.save()
    try context.picture("c", info: "[]")
    #expect(try context.pictures("data != nil").map(\.title) == ["a", "b"])
    #expect(try context.pictures("text == nil AND info == nil").map(\.title) == ["b"])
    #expect(try context.pictures("info != nil").map(\.title) == ["c"])
    for format in [
      "text == 'x'", "text CONTAINS 'x'", "text ==[c] 'x'", "text BEGINSWITH title", "title == text",
      "text IN {'a', 'b'}", "text < 'x'", "text BETWEEN {'a', 'b'}", "text LIKE '*'", "'x' == text",
    ] {
      let error = #expect(throws: QueryError.self, "\(format)") { _ = try context.pictures(format) }
      #expect(error?.message.contains("external") == true, "\(format): \(String(describing: error))")
    }
    for key in ["text", "data"] {
      let request = FetchRequest<ManagedObject>(entityName: "Picture", sortKeys: [SortKey(key)])
      let error = #expect(throws: QueryError.self) { _ = try context.fetch(request) }
      #expect(error?.message.contains("external") == true, "\(String(describing: error))")
    }
  }
}
