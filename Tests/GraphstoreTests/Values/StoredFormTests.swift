import Foundation
import Graphstore
import GraphstoreTestSupport
import SQLSyntax
import Testing

@Suite("The file is a plain SQLite database that other tools can read")
struct StoredFormTests {
  @Test func theTablesOfGifModelAreThese() throws {
    let fixture = try StoreFixture(GifSchema.model)
    try fixture.make()
    let statements = try fixture.raw.texts(
      "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name")
    #expect(
      statements == [
        #"""
        CREATE TABLE "GifModel" ("_id" INTEGER PRIMARY KEY, "_version" INTEGER NOT NULL, "newsid" INTEGER NOT NULL, "userid" INTEGER NOT NULL, "commentsno" INTEGER NOT NULL, "isZan" INTEGER NOT NULL, "headpicture" TEXT, "nickname" TEXT, "createtime" TEXT, "text" TEXT, "gifurl" TEXT) STRICT
        """#,
        #"CREATE UNIQUE INDEX "GifModel_unique_newsid" ON "GifModel" ("newsid")"#,
        #"CREATE TABLE "_graphstore" (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID"#,
        #"""
        CREATE TABLE "_graphstore_sequence" (entity TEXT PRIMARY KEY, next INTEGER NOT NULL) STRICT, WITHOUT ROWID
        """#,
      ])
  }

  @Test func theFileSaysWhatItIs() throws {
    let fixture = try StoreFixture(GifSchema.model)
    try fixture.make()
    #expect(try fixture.raw.texts("PRAGMA application_id") == ["\(0x4752_6653)"])
    #expect(try fixture.raw.texts("PRAGMA user_version") == ["2"])
    let facts = try fixture.raw.query("SELECT name, value FROM _graphstore ORDER BY name")
    #expect(
      facts.map { $0[0] } == [.text("fingerprint"), .text("identifier"), .text("model"), .text("modelName")])
    let model = try #require(
      try fixture.raw.texts("SELECT value FROM _graphstore WHERE name = 'model'").first)
    #expect(try EntityModel(json: model).fingerprint == GifSchema.model.fingerprint)
  }

  @Test func everyColumnHoldsItsStorageClass() throws {
    let fixture = try StoreFixture(Models.allTypes())
    try fixture.make { context in
      for (type, values) in Samples.values {
        for value in values { try context.insert("Thing", ["\(type.rawValue)Value": value]) }
      }
      try context.insert("Thing", ["price": Decimal(1), "tags": ["a"]])
    }
    let classes: [(String, [String])] = [
      ("integer", ["int16Value", "int32Value", "int64Value", "boolValue", "price"]),
      ("real", ["doubleValue", "floatValue", "dateValue"]),
      ("text", ["stringValue", "urlValue", "codableValue", "tags"]),
      ("blob", ["dataValue", "uuidValue", "decimalValue"]),
    ]
    for (storage, columns) in classes {
      for column in columns {
        let found = try fixture.raw.texts(
          "SELECT DISTINCT typeof(\(column)) FROM Thing WHERE \(column) IS NOT NULL")
        #expect(found == [storage], "\(column)")
      }
    }
    #expect(
      try fixture.raw.texts("SELECT DISTINCT length(uuidValue) FROM Thing WHERE uuidValue IS NOT NULL") == [
        "16"
      ])
    #expect(try fixture.raw.integrity() == ["ok"])
  }

  @Test func indexesOfTheModelAreMade() throws {
    let model = try EntityModel(
      json: """
        { "model": "Indexed", "entities": [ { "name": "Page", "attributes": [
          { "name": "a", "type": "int64" }, { "name": "b", "type": "string", "optional": true } ],
          "unique": [["a", "b"]], "indexes": [["b desc", "a"]] } ] }
        """)
    let fixture = try StoreFixture(model)
    try fixture.make()
    #expect(
      try fixture.raw.texts("SELECT sql FROM sqlite_schema WHERE type = 'index' ORDER BY name") == [
        #"CREATE INDEX "Page_index_1" ON "Page" ("b" DESC, "a")"#,
        #"CREATE UNIQUE INDEX "Page_unique_a_b" ON "Page" ("a", "b")"#,
      ])
  }

  @Test func theShellReadsWhatWasSaved() throws {
    guard let shell = Program.inPath("sqlite3") else {
      Issue.record("the sqlite3 shell is needed")
      return
    }
    let fixture = try StoreFixture(GifSchema.model)
    try fixture.make { context in
      let gif = GifModel(in: context, newsid: 42, userid: 7)
      gif.text = "a cat, again"
      gif.isZan = true
    }
    let program = try Program(
      shell,
      [
        fixture.url.path,
        "PRAGMA integrity_check; SELECT newsid, isZan, text, nickname IS NULL FROM GifModel",
      ],
      in: fixture.folder.url)
    #expect(try program.finish() == "ok\n42|1|a cat, again|1\n")
  }
}
