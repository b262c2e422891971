import Foundation
import Graphstore
import GraphstoreTestSupport
import Testing

@Suite("A store whose tables are not those of its model is refused, and told why")
struct DamagedLayoutTests {
  let fixture: StoreFixture

  init() throws {
    fixture = try StoreFixture(
      EntityModel(
        json: """
          { "model": "Blog", "entities": [
            { "name": "Author", "attributes": [ { "name": "name", "type": "string" },
                { "name": "postCount", "type": "int64", "derived": "posts.@count" } ],
              "relationships": [
                { "name": "posts", "to": "Post", "many": true, "ordered": true, "inverse": "author", "onDelete": "cascade" },
                { "name": "likes", "to": "Post", "many": true, "ordered": true, "inverse": "likers" },
                { "name": "friends", "to": "Author", "many": true, "inverse": "friends" },
                { "name": "reads", "to": "Post", "many": true, "inverse": null, "onDelete": "noAction" } ] },
            { "name": "Post", "attributes": [ { "name": "title", "type": "string" } ], "indexes": [["title desc"]],
              "relationships": [
                { "name": "author", "to": "Author", "optional": true, "inverse": "posts" },
                { "name": "likers", "to": "Author", "many": true, "inverse": "likes" } ] },
            { "name": "Review", "parent": "Post", "unique": [["code"]],
              "attributes": [ { "name": "code", "type": "int64" } ] } ] }
          """))
    try fixture.make()
  }

  /// Makes a table anew, with its indexes and triggers, some text of their statements replaced.
  private func rewrite(_ table: String, _ text: String, _ replacement: String) throws {
    let statements = try fixture.raw.texts(
      "SELECT sql FROM sqlite_schema WHERE tbl_name = '\(table)' AND sql IS NOT NULL ORDER BY type = 'table' DESC"
    )
    #expect(statements.contains { $0.contains(text) }, "\(statements)")
    let changed = statements.map { $0.replacingOccurrences(of: text, with: replacement) }
    try fixture.raw.execute("DROP TABLE \"\(table)\"; \(changed.joined(separator: "; "))")
  }

  private func expectDamage(_ words: String..., sourceLocation: SourceLocation = #_sourceLocation) throws {
    let bytes = try Data(contentsOf: fixture.url)
    for isReadOnly in [true, false] {
      let error = expect(.corrupt, sourceLocation: sourceLocation) {
        _ = try fixture.open(StoreOptions(isReadOnly: isReadOnly))
      }
      let message = error?.message ?? ""
      #expect(words.allSatisfy { message.contains($0) }, "\(message)", sourceLocation: sourceLocation)
    }
    #expect(try Data(contentsOf: fixture.url) == bytes, sourceLocation: sourceLocation)
    #expect(fixture.raw.companions.isEmpty, sourceLocation: sourceLocation)
  }

  @Test func whatWasMadeIsFoundAgain() throws {
    let container = try fixture.open()
    container.close()
    for table in ["Author", "Post", "_Author_likes", "_Author_reads"] {
      try rewrite(table, "CREATE", "CREATE")
      try fixture.open().close()
    }
  }

  @Test func aMissingEntityColumn() throws {
    try rewrite("Post", #""_entity" INTEGER NOT NULL"#, #""_entity" INTEGER"#)
    try expectDamage("\"Post\".\"_entity\"", "NOT NULL")
  }

  @Test func aMissingToOne() throws {
    try rewrite("Post", #""author" INTEGER"#, #""author" TEXT"#)
    try expectDamage("\"Post\".\"author\"")
  }

  @Test func aMissingPlace() throws {
    try rewrite("Post", #""_author_order" INTEGER"#, #""_author_order" REAL"#)
    try expectDamage("\"Post\".\"_author_order\"")
  }

  @Test func aMissingForeignKey() throws {
    try rewrite("Post", #" REFERENCES "Author" ("_id") DEFERRABLE INITIALLY DEFERRED"#, "")
    try expectDamage("foreign key", "\"Post\".\"author\"", "\"Author\"")
  }

  @Test func aForeignKeyToAnotherTable() throws {
    try rewrite("Post", #"REFERENCES "Author""#, #"REFERENCES "Post""#)
    try expectDamage("foreign key", "\"Post\".\"author\"")
  }

  @Test func aForeignKeyWithActions() throws {
    try rewrite("Post", #"REFERENCES "Author" ("_id")"#, #"REFERENCES "Author" ("_id") ON DELETE CASCADE"#)
    try expectDamage("foreign key", "\"Post\".\"author\"", "actions")
  }

  @Test func aForeignKeyWhereReferencesMayDangle() throws {
    try rewrite(
      "_Author_reads", #""source" INTEGER NOT NULL"#, #""source" INTEGER NOT NULL REFERENCES "Author""#)
    try expectDamage("\"_Author_reads\".\"source\"", "dangle")
  }

  @Test func aMissingJoinTable() throws {
    try fixture.raw.execute("DROP TABLE _Author_likes")
    try expectDamage("\"_Author_likes\"")
  }

  @Test func aJoinTableOfAnotherKind() throws {
    try rewrite("_Author_likes", ", WITHOUT ROWID", "")
    try expectDamage("\"_Author_likes\"", "WITHOUT ROWID")
  }

  @Test func aJoinTableWithAnotherKey() throws {
    try rewrite("_Author_likes", #"PRIMARY KEY ("source", "target")"#, #"PRIMARY KEY ("target", "source")"#)
    try expectDamage("\"_Author_likes\".\"source\"")
    try rewrite(
      "_Author_likes", #"PRIMARY KEY ("target", "source")"#,
      #"PRIMARY KEY ("source", "target", "source_order")"#)
    try expectDamage("primary key", "\"_Author_likes\"")
  }

  @Test func aJoinTableWithoutItsOrder() throws {
    try rewrite("_Author_likes", #""source_order" INTEGER"#, #""source_order" TEXT"#)
    try expectDamage("\"_Author_likes\".\"source_order\"")
  }

  @Test func aForeignKeyThatDoesNotWait() throws {
    for (spelling, next) in [
      ("DEFERRABLE INITIALLY DEFERRED", "DEFERRABLE INITIALLY IMMEDIATE"),
      ("DEFERRABLE INITIALLY IMMEDIATE", "NOT DEFERRABLE INITIALLY DEFERRED"),
      ("NOT DEFERRABLE INITIALLY DEFERRED", ""),
    ] {
      try rewrite("Post", spelling, next)
      try expectDamage("foreign key", "\"Post\".\"author\"", "DEFERRED")
    }
    try rewrite(
      "Post", #""author" INTEGER REFERENCES "Author" ("_id") "#,
      "[author] INTEGER constraint \"x\" references Author -- as people write it\n deferrable /* , */ initially deferred"
    )
    try fixture.open().close()
    try rewrite("_Author_likes", "DEFERRABLE INITIALLY DEFERRED", "")
    try expectDamage("foreign key", "\"_Author_likes\".\"source\"", "DEFERRED")
  }

  @Test func aMissingCondition() throws {
    let condition = #"CHECK (NOT ("_entity" = 1) OR "code" IS NOT NULL)"#
    try rewrite("Post", ", " + condition, "")
    try expectDamage("\"Post\"", condition)
    try rewrite("Post", #""code" INTEGER"#, #""code" INTEGER CHECK (code > 0)"#)
    try expectDamage("\"Post\"", condition)
    try rewrite(
      "Post", "CHECK (code > 0)",
      "CHECK (code > 0), constraint named check(not(_entity=1)or `code` is not null)")
    try fixture.open().close()
    try rewrite("_Author_friends", #"CHECK ("source" <= "target")"#, #"CHECK ("source" < "target")"#)
    try expectDamage("\"_Author_friends\"", "CHECK")
  }

  @Test(arguments: [
    ("Post_reference_author", "author, _author_order"), ("_Author_likes_target", "target, source"),
    ("Post_index_1", "title"),
  ])
  func aMissingPlainIndex(_ name: String, _ columns: String) throws {
    let creation = try #require(
      try fixture.raw.texts("SELECT sql FROM sqlite_schema WHERE name = '\(name)'").first)
    try fixture.raw.execute("DROP INDEX \(name)")
    try expectDamage("index", "(\(columns))", creation)
    try fixture.raw.execute(creation.replacingOccurrences(of: "\"\(name)\"", with: "anotherName"))
    try fixture.open().close()
    try fixture.raw.execute("DROP INDEX anotherName; \(creation) WHERE 1")
    try expectDamage("index", "(\(columns))")
  }

  @Test func anIndexInAnotherOrder() throws {
    try fixture.raw.execute("DROP INDEX Post_index_1; CREATE INDEX Post_index_1 ON Post (title)")
    try expectDamage("index", "(title)")
  }

  @Test func aMissingPartialIndex() throws {
    try fixture.raw.execute("DROP INDEX Post_unique_code")
    try expectDamage("unique index", "code", "_entity")
    try fixture.raw.execute("CREATE UNIQUE INDEX Post_unique_code ON Post (code)")
    try expectDamage("unique index", "code", "_entity")
    try fixture.raw.execute(
      "DROP INDEX Post_unique_code; CREATE UNIQUE INDEX x ON Post (code) WHERE \"_entity\" = 0")
    try expectDamage("unique index", "code", "_entity")
    try fixture.raw.execute("CREATE UNIQUE INDEX anotherName ON Post (code) WHERE \"_entity\" = 1")
    try fixture.open().close()
  }

  @Test(arguments: ["insert", "delete", "update", "owner"])
  func aMissingTrigger(_ event: String) throws {
    try fixture.raw.execute("DROP TRIGGER _Author_postCount_\(event)")
    try expectDamage("\"_Author_postCount_\(event)\"", "derived")
  }

  @Test func anotherTriggerOfItsName() throws {
    try rewrite("Post", "\"postCount\" + 1", "\"postCount\" + 2")
    try expectDamage("_Author_postCount_")
  }

  @Test func aDerivedColumnWithoutItsDefault() throws {
    try rewrite("Author", #""postCount" INTEGER NOT NULL DEFAULT 0"#, #""postCount" INTEGER NOT NULL"#)
    try expectDamage("\"Author\".\"postCount\"", "DEFAULT 0")
  }

  @Test func whatOthersAddIsLeftAlone() throws {
    try fixture.raw.execute(
      """
      CREATE TRIGGER theirs AFTER INSERT ON Post BEGIN SELECT 1; END;
      CREATE UNIQUE INDEX narrower ON Post (title) WHERE title = 'x'; ALTER TABLE _Author_likes ADD COLUMN since INTEGER
      """)
    try fixture.open().close()
  }
}
