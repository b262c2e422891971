import Foundation
import Graphstore
import GraphstoreTestSupport
import Testing

@Suite("A damaged store is an error, never a crash, and is not made worse")
struct DamagedStoreTests {
  let fixture: StoreFixture

  init() throws {
    fixture = try StoreFixture(Models.employees())
    try fixture.make { context in
      for index in 0..<2000 { try context.employee("employee number \(index)", index) }
    }
  }

  private func expectDamage(_ code: StoreError.Code, sourceLocation: SourceLocation = #_sourceLocation) throws
  {
    let bytes = try Data(contentsOf: fixture.url)
    expect(code, sourceLocation: sourceLocation) { _ = try fixture.open() }
    #expect(try Data(contentsOf: fixture.url) == bytes, sourceLocation: sourceLocation)
    #expect(fixture.raw.companions.isEmpty, sourceLocation: sourceLocation)
  }

  @Test func truncatedAtAnyLength() throws {
    let whole = try Data(contentsOf: fixture.url)
    #expect(whole.count > 40_000)
    for length in [1, 50, 99] {
      try whole.prefix(length).write(to: fixture.url)
      try expectDamage(.notADatabase)
    }
    for length in [100, 511, 512, 4095, 4096, 4097, 8192, 20_000, whole.count - 4096, whole.count - 1] {
      try whole.prefix(length).write(to: fixture.url)
      try expectDamage(.corrupt)
    }
    try whole.write(to: fixture.url)
    #expect(try fixture.open().newContext().all("Employee").count == 2000)
  }

  @Test func pagesOfRandomBytes() throws {
    var generator = SeededGenerator(for: "DamagedStoreTests")
    let whole = try Data(contentsOf: fixture.url)
    for _ in 0..<60 {
      var damaged = whole
      // The marks of the file stay: otherwise it is another kind of file.
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        let start = Int.random(in: 100..<whole.count, using: &generator)
        let end = min(whole.count, start + Int.random(in: 1...5000, using: &generator))
        for index in start..<end { damaged[index] = UInt8.random(in: 0...255, using: &generator) }
      }
      try damaged.write(to: fixture.url)
      do {
        let container = try fixture.open()
        let context = container.newContext()
        for object in try context.all("Employee") { _ = try? object.value(forKey: "name") }
        try context.employee("new")
        try context.save()
        container.close()
      } catch is StoreError {
      } catch is GraphError {
      }
      for suffix in fixture.raw.companions {
        try FileManager.default.removeItem(atPath: fixture.url.path + suffix)
      }
    }
  }

  @Test func aDamagedTableIsFoundByTheFetch() throws {
    let root = try #require(
      Int(try fixture.raw.texts("SELECT rootpage FROM sqlite_schema WHERE name = 'Employee'")[0]))
    var bytes = try Data(contentsOf: fixture.url)
    for index in (root - 1) * 4096..<root * 4096 { bytes[index] = 0xAB }
    try bytes.write(to: fixture.url)
    let container = try fixture.open()
    let context = container.newContext()
    expect(.corrupt) { _ = try context.all("Employee") }
    expect(.corrupt) { _ = try context.count(FetchRequest<ManagedObject>(entityName: "Employee")) }
  }

  @Test func aMissingTable() throws {
    try fixture.raw.execute("DROP TABLE Employee")
    try expectDamage(.corrupt)
  }

  @Test func aMissingSequence() throws {
    try fixture.raw.execute("DELETE FROM _graphstore_sequence")
    try expectDamage(.corrupt)
    try fixture.raw.execute("DROP TABLE _graphstore_sequence")
    try expectDamage(.corrupt)
  }

  @Test func missingFacts() throws {
    try fixture.raw.execute("DELETE FROM _graphstore WHERE name = 'fingerprint'")
    try expectDamage(.corrupt)
    try fixture.raw.execute("DROP TABLE _graphstore")
    try expectDamage(.corrupt)
    try fixture.raw.execute("CREATE TABLE _graphstore (x)")
    try expectDamage(.corrupt)
  }

  @Test func aFactThatIsNoText() throws {
    try fixture.raw.execute(
      """
      DROP TABLE _graphstore; CREATE TABLE _graphstore (name, value);
      INSERT INTO _graphstore VALUES ('identifier', x'00'), ('fingerprint', 5)
      """)
    try expectDamage(.corrupt)
  }

  @Test func aMissingColumn() throws {
    try fixture.raw.execute("ALTER TABLE Employee DROP COLUMN salary")
    try expectDamage(.corrupt)
  }

  @Test func aColumnOfAnotherType() throws {
    try fixture.raw.execute(
      "ALTER TABLE Employee DROP COLUMN name; ALTER TABLE Employee ADD COLUMN name BLOB")
    try expectDamage(.corrupt)
  }

  @Test func aMissingKeyOrVersion() throws {
    try fixture.raw.execute(
      """
      DROP TABLE Employee;
      CREATE TABLE Employee (_id INTEGER PRIMARY KEY, name TEXT, salary INTEGER NOT NULL) STRICT
      """)
    try expectDamage(.corrupt)
    try fixture.raw.execute(
      """
      DROP TABLE Employee;
      CREATE TABLE Employee (_id INTEGER, _version INTEGER NOT NULL, name TEXT, salary INTEGER NOT NULL) STRICT
      """)
    try expectDamage(.corrupt)
  }

  @Test func aViewInThePlaceOfATable() throws {
    try fixture.raw.execute(
      "ALTER TABLE Employee RENAME TO Hidden; CREATE VIEW Employee AS SELECT * FROM Hidden")
    try expectDamage(.corrupt)
  }

  @Test func aRequiredColumnThatTakesNull() throws {
    try fixture.raw.execute(
      """
      DROP TABLE Employee;
      CREATE TABLE Employee (_id INTEGER PRIMARY KEY, _version INTEGER NOT NULL, name TEXT, salary INTEGER) STRICT;
      INSERT INTO Employee VALUES (1, 1, NULL, NULL)
      """)
    try expectDamage(.corrupt)
  }

  @Test func aMissingUniqueIndex() throws {
    let gifs = StoreFixture(like: try StoreFixture(GifSchema.model), model: GifSchema.model)
    try gifs.make()
    try gifs.raw.execute("DROP INDEX GifModel_unique_newsid")
    expect(.corrupt) { _ = try gifs.open() }
  }

  @Test func tablesAndColumnsOfOtherToolsAreLeftAlone() throws {
    try fixture.raw.execute(
      "CREATE TABLE other (x); ALTER TABLE Employee ADD COLUMN remark TEXT; CREATE INDEX i ON Employee (salary)"
    )
    let context = try fixture.open().newContext()
    let all = try context.all("Employee")
    #expect(all.count == 2000)
    try all[0].setValue("changed", forKey: "name")
    try context.save()
  }
}
