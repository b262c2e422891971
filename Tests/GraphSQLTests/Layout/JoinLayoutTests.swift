import GraphModel
import GraphSQL
import SQLSyntax
import Testing

@Suite("Relationships that are to-many on both sides lie in join tables")
struct JoinLayoutTests {
  static let model = """
    { "name": "Song", "attributes": [],
      "relationships": [
        { "name": "lists", "to": "List", "many": true, "inverse": "songs" },
        { "name": "tags", "to": "Tag", "many": true, "ordered": true, "inverse": null } ] },
    { "name": "List", "attributes": [],
      "relationships": [
        { "name": "songs", "to": "Song", "many": true, "ordered": true, "inverse": "lists", "onDelete": "noAction" } ] },
    { "name": "Tag", "attributes": [] },
    { "name": "Person", "attributes": [],
      "relationships": [
        { "name": "friends", "to": "Person", "many": true, "ordered": true, "inverse": "friends" },
        { "name": "idols", "to": "Person", "many": true, "inverse": "fans" },
        { "name": "fans", "to": "Person", "many": true, "inverse": "idols" } ] }
    """
  let database: SchemaDatabase

  init() throws {
    database = try SchemaDatabase(Self.model)
    try database.execute(
      """
      INSERT INTO Song VALUES (1, 1), (2, 1); INSERT INTO List VALUES (1, 1), (2, 1); INSERT INTO Tag VALUES (1, 1);
      INSERT INTO Person VALUES (1, 1), (2, 1), (3, 1)
      """)
  }

  @Test func aTableSaysAllOfIt() throws {
    #expect(
      try database.schema("_Song_lists") == #"""
        CREATE TABLE "_Song_lists" (\#
        "source" INTEGER NOT NULL REFERENCES "Song" ("_id") DEFERRABLE INITIALLY DEFERRED, \#
        "target" INTEGER NOT NULL, "target_order" INTEGER, \#
        PRIMARY KEY ("source", "target")) STRICT, WITHOUT ROWID
        """#)
    #expect(
      try database.schema("_Song_tags") == #"""
        CREATE TABLE "_Song_tags" (\#
        "source" INTEGER NOT NULL REFERENCES "Song" ("_id") DEFERRABLE INITIALLY DEFERRED, \#
        "target" INTEGER NOT NULL REFERENCES "Tag" ("_id") DEFERRABLE INITIALLY DEFERRED, "source_order" INTEGER, \#
        PRIMARY KEY ("source", "target")) STRICT, WITHOUT ROWID
        """#)
    #expect(
      try database.schema("_Person_friends") == #"""
        CREATE TABLE "_Person_friends" (\#
        "source" INTEGER NOT NULL REFERENCES "Person" ("_id") DEFERRABLE INITIALLY DEFERRED, \#
        "target" INTEGER NOT NULL REFERENCES "Person" ("_id") DEFERRABLE INITIALLY DEFERRED, \#
        "source_order" INTEGER, "target_order" INTEGER, CHECK ("source" <= "target"), \#
        PRIMARY KEY ("source", "target")) STRICT, WITHOUT ROWID
        """#)
    #expect(try database.schema("_Person_idols") != nil)
    #expect(try database.schema("_Person_fans") == nil)
    #expect(
      try database.schema("_Song_lists_target") == #"""
        CREATE INDEX "_Song_lists_target" ON "_Song_lists" ("target", "source")
        """#)
  }

  @Test func linksLeadToObjectsUnlessTheyMayDangle() throws {
    #expect(!database.refuses("INSERT INTO _Song_lists VALUES (1, 99, 0)"))
    #expect(database.refuses("INSERT INTO _Song_lists VALUES (99, 1, 0)"))
    #expect(database.refuses("INSERT INTO _Song_tags VALUES (1, 99, 0)"))
    #expect(!database.refuses("INSERT INTO _Song_tags VALUES (1, 1, 0)"))
    #expect(database.refuses("INSERT INTO _Song_tags VALUES (1, 1, 5)"), "a pair lies once")
    #expect(database.refuses("INSERT INTO _Person_friends VALUES (2, 1, 0, 0)"), "the smaller key first")
  }

  @Test func bothWaysAreLookedUp() throws {
    #expect(
      try database.plan("SELECT source FROM _Song_tags WHERE target = 1")
        == "SEARCH _Song_tags USING COVERING INDEX _Song_tags_target (target=?)")
    #expect(
      try database.plan("SELECT target FROM _Song_tags WHERE source = 1")
        == "SEARCH _Song_tags USING PRIMARY KEY (source=?)")
  }
}
