import GraphModel
import GraphSQL
import SQLSyntax
import SQLiteAccess
import Testing

@Suite("To-one relationships are columns with foreign keys")
struct ReferenceLayoutTests {
  let database: SchemaDatabase

  init() throws {
    database = try SchemaDatabase(
      """
      { "name": "Author", "attributes": [ { "name": "name", "type": "string" } ],
        "relationships": [
          { "name": "posts", "to": "Post", "many": true, "ordered": true, "inverse": "author", "onDelete": "cascade" },
          { "name": "drafts", "to": "Post", "many": true, "inverse": "reviewer", "onDelete": "noAction" },
          { "name": "passport", "to": "Passport", "inverse": "holder", "optional": true } ] },
      { "name": "Post", "attributes": [],
        "relationships": [
          { "name": "author", "to": "Author", "inverse": "posts" },
          { "name": "reviewer", "to": "Author", "optional": true, "inverse": "drafts" },
          { "name": "parent", "to": "Post", "optional": true, "inverse": null } ] },
      { "name": "Passport", "attributes": [],
        "relationships": [ { "name": "holder", "to": "Author", "optional": true, "inverse": "passport" } ] }
      """)
  }

  @Test func aTableSaysAllOfIt() throws {
    #expect(
      try database.schema("Post") == #"""
        CREATE TABLE "Post" ("_id" INTEGER PRIMARY KEY, "_version" INTEGER NOT NULL, \#
        "author" INTEGER NOT NULL REFERENCES "Author" ("_id") DEFERRABLE INITIALLY DEFERRED, \#
        "_author_order" INTEGER, "reviewer" INTEGER, \#
        "parent" INTEGER REFERENCES "Post" ("_id") DEFERRABLE INITIALLY DEFERRED) STRICT
        """#)
    #expect(
      try database.schema("Post_reference_author") == #"""
        CREATE INDEX "Post_reference_author" ON "Post" ("author", "_author_order")
        """#)
    #expect(
      try database.schema("Post_reference_reviewer") == #"""
        CREATE INDEX "Post_reference_reviewer" ON "Post" ("reviewer")
        """#)
    #expect(try database.schema("Author_reference_passport") != nil)
    #expect(try database.schema("Passport_reference_holder") != nil)
  }

  @Test func aReferenceIsCheckedAtTheEnd() throws {
    try database.connection.transaction {
      try database.execute(#"INSERT INTO "Post" VALUES (1, 1, 7, NULL, NULL, NULL)"#)
      try database.execute(#"INSERT INTO "Author" VALUES (7, 1, 'a', NULL)"#)
    }
    #expect(database.refuses(#"INSERT INTO "Post" VALUES (2, 1, 8, NULL, NULL, NULL)"#))
    #expect(database.refuses(#"INSERT INTO "Post" VALUES (2, 1, NULL, NULL, NULL, NULL)"#))
    #expect(database.refuses(#"DELETE FROM "Author""#))
    #expect(try database.integers("SELECT count(*) FROM Post") == [[1]])
  }

  @Test func aReferenceThatMayDangleIsNone() throws {
    try database.execute(#"INSERT INTO "Author" VALUES (7, 1, 'a', NULL)"#)
    try database.execute(#"INSERT INTO "Post" VALUES (1, 1, 7, NULL, 99, NULL)"#)
    #expect(database.refuses(#"INSERT INTO "Post" VALUES (2, 1, 7, NULL, 99, 99)"#))
    let table = try database.table("Post")
    #expect(table.columns.map { $0.reference?.isForeignKey } == [true, nil, false, true])
    #expect(table.columns.map { $0.reference?.orderColumn } == ["_author_order", nil, nil, nil])
  }

  @Test func anObjectMayReferToItself() throws {
    try database.execute(#"INSERT INTO "Author" VALUES (7, 1, 'a', NULL)"#)
    try database.execute(#"INSERT INTO "Post" VALUES (1, 1, 7, NULL, NULL, 1)"#)
    try database.execute(#"DELETE FROM "Post""#)
  }

  @Test func deletingAnObjectLooksItsReferencesUp() throws {
    #expect(
      try database.plan(#"SELECT 1 FROM "Post" WHERE "author" = 1 ORDER BY "_author_order", "_id""#)
        == #"SEARCH Post USING COVERING INDEX Post_reference_author (author=?)"#)
  }
}
