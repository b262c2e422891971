import GraphModel
import GraphSQL
import SQLSyntax
import Testing

@Suite("A hierarchy lies in one table")
struct InheritanceLayoutTests {
  static let animals = """
    { "name": "Animal", "abstract": true, "unique": [["tag"]],
      "attributes": [ { "name": "tag", "type": "int64" }, { "name": "name", "type": "string", "optional": true } ] },
    { "name": "Dog", "parent": "Animal", "unique": [["chip"]], "indexes": [["tricks desc"]],
      "attributes": [ { "name": "chip", "type": "int64" }, { "name": "tricks", "type": "int32", "optional": true } ] },
    { "name": "Puppy", "parent": "Dog", "attributes": [ { "name": "litter", "type": "string" } ] },
    { "name": "Cat", "parent": "Animal", "unique": [["lives", "name"]],
      "attributes": [ { "name": "lives", "type": "int16" }, { "name": "tricks", "type": "int32" } ] },
    { "name": "Stone", "attributes": [] }
    """
  let database: SchemaDatabase

  init() throws { database = try SchemaDatabase(Self.animals) }

  private func insert(_ key: Int, _ entity: Int, _ tag: Int, _ name: String, _ rest: String) -> String {
    "INSERT INTO Animal (_id, _version, _entity, tag, name, chip, tricks, litter, lives) "
      + "VALUES (\(key), 1, \(entity), \(tag), \(name), \(rest))"
  }

  @Test func siblingsShareAColumnAndOnlyTheRootRequires() throws {
    let table = try database.table("Animal")
    #expect(table.hasEntityColumn)
    #expect(table.columns.map(\.name) == ["tag", "name", "chip", "tricks", "litter", "lives"])
    #expect(table.columns.map { table.nullable[$0.slot] } == [false, true, true, true, true, true])
    #expect(
      try database.schema("Animal") == #"""
        CREATE TABLE "Animal" ("_id" INTEGER PRIMARY KEY, "_version" INTEGER NOT NULL, "_entity" INTEGER NOT NULL, \#
        "tag" INTEGER NOT NULL, "name" TEXT, "chip" INTEGER, "tricks" INTEGER, "litter" TEXT, "lives" INTEGER, \#
        CHECK (NOT ("_entity" BETWEEN 1 AND 2) OR "chip" IS NOT NULL), \#
        CHECK (NOT ("_entity" = 2) OR "litter" IS NOT NULL), \#
        CHECK (NOT ("_entity" = 3) OR "tricks" IS NOT NULL), \#
        CHECK (NOT ("_entity" = 3) OR "lives" IS NOT NULL)) STRICT
        """#)
    #expect(try database.table("Stone").hasEntityColumn == false)
    #expect(try database.schema("Stone")?.contains("_entity") == false)
  }

  @Test func whatASubentityRequiresIsChecked() throws {
    #expect(!database.refuses(insert(1, 1, 1, "NULL", "10, NULL, NULL, NULL")))
    #expect(!database.refuses(insert(2, 2, 2, "NULL", "11, NULL, 'l', NULL")))
    #expect(!database.refuses(insert(3, 3, 3, "NULL", "NULL, 0, NULL, 9")))
    #expect(database.refuses(insert(4, 1, 4, "NULL", "NULL, 1, 'l', 9")))
    #expect(database.refuses(insert(4, 2, 4, "NULL", "NULL, 1, 'l', 9")))
    #expect(database.refuses(insert(4, 2, 4, "NULL", "12, 1, NULL, 9")))
    #expect(database.refuses(insert(4, 3, 4, "NULL", "12, NULL, 'l', 9")))
    #expect(database.refuses(insert(4, 3, 4, "NULL", "12, 1, 'l', NULL")))
    #expect(database.refuses("UPDATE Animal SET chip = NULL WHERE _id = 2"))
    #expect(!database.refuses("UPDATE Animal SET chip = NULL WHERE _id = 3"))
  }

  @Test func uniquenessHoldsForTheFamilyThatDeclaresIt() throws {
    let table = try database.table("Animal")
    #expect(table.uniqueness.map(\.entity) == ["Animal", "Dog", "Cat"])
    #expect(table.uniqueness.map(\.properties) == [["tag"], ["chip"], ["lives", "name"]])
    #expect(
      table.uniqueness.map(\.index.condition)
        == [nil, #""_entity" BETWEEN 1 AND 2"#, #""_entity" = 3"#])
    #expect(!database.refuses(insert(1, 1, 1, "'a'", "10, NULL, NULL, 9")))
    #expect(database.refuses(insert(2, 2, 2, "NULL", "10, NULL, 'l', NULL")), "a puppy is a dog")
    #expect(!database.refuses(insert(3, 3, 3, "'a'", "10, 0, NULL, 9")), "a cat is none")
    #expect(database.refuses(insert(4, 3, 4, "'a'", "NULL, 0, NULL, 9")))
    #expect(database.refuses(insert(5, 2, 3, "NULL", "11, NULL, 'l', NULL")), "a tag is every animal's")
  }

  @Test func conditionsSelectAFamily() throws {
    let table = try database.table("Animal")
    func condition(_ name: String, _ includes: Bool, alias: String? = nil) throws -> String? {
      table.familyCondition(of: try database.entity(name), includesSubentities: includes, alias: alias)
    }
    #expect(try condition("Animal", true) == nil)
    #expect(try condition("Animal", false) == #""_entity" = 0"#)
    #expect(try condition("Dog", true) == #""_entity" BETWEEN 1 AND 2"#)
    #expect(try condition("Dog", false) == #""_entity" = 1"#)
    #expect(try condition("Puppy", true) == #""_entity" = 2"#)
    #expect(try condition("Cat", true, alias: "m\"") == #""m"""."_entity" = 3"#)
    let stone = try database.entity("Stone")
    #expect(try database.table("Stone").familyCondition(of: stone, includesSubentities: false) == nil)
  }

  @Test func aFamilysQueryUsesItsPartialIndex() throws {
    let table = try database.table("Animal")
    let condition = try #require(table.familyCondition(of: database.entity("Dog")))
    #expect(
      try database.plan("SELECT _id FROM Animal WHERE chip = 1 AND \(condition)").contains(
        "USING INDEX Animal_unique_chip")
        || database.plan("SELECT _id FROM Animal WHERE chip = 1 AND \(condition)").contains(
          "USING COVERING INDEX Animal_unique_chip")
    )
  }

  @Test func requiredToOnesOfSubentitiesAreChecked() throws {
    let database = try SchemaDatabase(
      """
      { "name": "Party", "attributes": [] },
      { "name": "Person", "parent": "Party", "attributes": [],
        "relationships": [ { "name": "home", "to": "Place", "inverse": null } ] },
      { "name": "Place", "attributes": [] }
      """)
    try database.execute("INSERT INTO Place VALUES (1, 1)")
    #expect(!database.refuses("INSERT INTO Party VALUES (1, 1, 0, NULL)"))
    #expect(database.refuses("INSERT INTO Party VALUES (2, 1, 1, NULL)"))
    #expect(database.refuses("INSERT INTO Party VALUES (2, 1, 1, 3)"))
    #expect(!database.refuses("INSERT INTO Party VALUES (2, 1, 1, 1)"))
  }

  @Test func membersOfCompositesAreColumns() throws {
    let address =
      #""type": "composite", "attributes": [ { "name": "street", "type": "string" }, { "name": "no", "type": "int16", "optional": true } ]"#
    let database = try SchemaDatabase(
      """
      { "name": "Party", "unique": [["home.street"]], "attributes": [
          { "name": "home", \(address) }, { "name": "work", "optional": true, \(address) } ] },
      { "name": "Person", "parent": "Party", "attributes": [ { "name": "birth", \(address) } ] }
      """)
    #expect(
      try database.schema("Party") == #"""
        CREATE TABLE "Party" ("_id" INTEGER PRIMARY KEY, "_version" INTEGER NOT NULL, "_entity" INTEGER NOT NULL, \#
        "home.street" TEXT NOT NULL, "home.no" INTEGER, "work.street" TEXT, "work.no" INTEGER, \#
        "birth.street" TEXT, "birth.no" INTEGER, \#
        CHECK (NOT ("_entity" = 1) OR "birth.street" IS NOT NULL)) STRICT
        """#)
    #expect(
      try database.schema("Party_unique_home.street") == #"""
        CREATE UNIQUE INDEX "Party_unique_home.street" ON "Party" ("home.street")
        """#)
    #expect(!database.refuses("INSERT INTO Party VALUES (1, 1, 0, 'a', NULL, NULL, 5, NULL, NULL)"))
    #expect(database.refuses("INSERT INTO Party VALUES (2, 1, 1, 'b', NULL, NULL, NULL, NULL, NULL)"))
  }
}
