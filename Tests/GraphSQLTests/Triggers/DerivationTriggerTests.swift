import GraphModel
import GraphSQL
import GraphValues
import GraphstoreTestSupport
import SQLSyntax
import SQLiteAccess
import Testing

@Suite("Triggers keep derived counts and sums")
struct DerivationTriggerTests {
  let database: SchemaDatabase

  init() throws {
    database = try SchemaDatabase(DerivedModel.entities)
    // Whatever is written in whatever order, what is there is counted.
    try database.execute("PRAGMA foreign_keys = 0")
  }

  @Test func theyAgreeWithARecountAfterEveryWrite() throws {
    var writes = RandomWrites(generator: SeededGenerator(for: "DerivationTriggerTests"))
    var log: [String] = []
    for _ in 0..<4000 {
      let statement = writes.statement()
      log.append(statement)
      try database.execute(statement)
      for (name, query) in DerivedModel.mistakes {
        let wrong = try database.rows(query)
        guard !wrong.isEmpty else { continue }
        Issue.record("\(name): \(wrong) after\n\(log.suffix(20).joined(separator: ";\n"))")
        return
      }
    }
    for table in ["Person", "Thing", "Tag"] {
      #expect(try database.integers("SELECT count(*) FROM \(table) WHERE _version <> 1") == [[0]])
    }
    #expect(try database.integers("SELECT count(*) > 0 FROM Person") == [[1]], "there was something to count")
  }

  @Test func aWholeGraphComesInAnyOrder() throws {
    let statements = [
      "INSERT INTO Person (_id, _version, _entity, age) VALUES (1, 1, 1, 30), (2, 1, 1, 40)",
      "INSERT INTO Thing (_id, _version, _entity, cost, hours, worker) VALUES (1, 1, 1, 250, 1.5, 1), (2, 1, 1, 50, 2, 1)",
      "INSERT INTO _Job_tags VALUES (1, 7, 0), (2, 7, 0)",
      "INSERT INTO Tag (_id, _version) VALUES (7, 1)",
      "INSERT INTO _Person_friends VALUES (1, 2, 0, 0)",
    ]
    for order in [[0, 1, 2, 3, 4], [4, 3, 2, 1, 0], [1, 2, 4, 0, 3], [3, 1, 0, 2, 4], [2, 4, 3, 0, 1]] {
      for index in order { try database.execute(statements[index]) }
      #expect(
        try database.rows(
          "SELECT jobCount, jobCost, jobHours, friendCount, friendAge FROM Person ORDER BY _id")
          == [[2, 300, 3.5, 1, 40], [0, 0, 0.0, 1, 30]])
      #expect(try database.rows("SELECT jobCount, cost, hours FROM Tag") == [[2, 300, 3.5]])
      try database.execute(
        "DELETE FROM Thing; DELETE FROM Tag; DELETE FROM Person; DELETE FROM _Job_tags; DELETE FROM _Person_friends"
      )
    }
  }

  @Test func sumsOfRealsForgetWhatIsGone() throws {
    try database.execute(
      """
      INSERT INTO Person (_id, _version, _entity) VALUES (1, 1, 1), (2, 1, 1);
      INSERT INTO Thing (_id, _version, _entity, cost, hours, worker) VALUES (1, 1, 1, 0, 0.1, 1), (2, 1, 1, 0, 1e300, 1)
      """)
    #expect(try database.rows("SELECT jobHours FROM Person WHERE _id = 1") == [[1e300]])
    try database.execute("UPDATE Thing SET worker = 2 WHERE _id = 2")
    #expect(try database.rows("SELECT jobHours FROM Person") == [[0.1], [1e300]])
    try database.execute("UPDATE Thing SET hours = 9e999 WHERE _id = 2")
    #expect(try database.rows("SELECT jobHours FROM Person") == [[0.1], [.real(.infinity)]])
    try database.execute("DELETE FROM Thing WHERE _id = 2")
    #expect(try database.rows("SELECT jobHours FROM Person") == [[0.1], [0.0]])
    try database.execute("DELETE FROM Thing")
    #expect(try database.rows("SELECT jobHours FROM Person") == [[0.0], [0.0]])
  }

  @Test func aSumThatDoesNotFitIsAnError() throws {
    try database.execute(
      """
      INSERT INTO Person (_id, _version, _entity) VALUES (1, 1, 1);
      INSERT INTO Thing (_id, _version, _entity, cost, worker) VALUES (1, 1, 1, 9223372036854775807, 1)
      """)
    for cost in ["1", "1000000000000", "9223372036854775807"] {
      #expect(
        database.refuses(
          "INSERT INTO Thing (_id, _version, _entity, cost, worker) VALUES (2, 1, 1, \(cost), 1)"))
    }
    #expect(try database.integers("SELECT jobCost FROM Person") == [[.max]])
    try database.execute(
      """
      UPDATE Thing SET cost = -9223372036854775807;
      INSERT INTO Thing (_id, _version, _entity, cost, worker) VALUES (2, 1, 1, -1, 1)
      """)
    #expect(try database.integers("SELECT jobCost FROM Person") == [[.min]])
    #expect(
      database.refuses("INSERT INTO Thing (_id, _version, _entity, cost, worker) VALUES (3, 1, 1, -1, 1)"))
  }

  @Test func aSchemaKeepsThemAsTheyAreMade() throws {
    #expect(database.layout.triggers.count == 6 * 4 + 4 * 4 + 5 * 7)
    for trigger in database.layout.triggers {
      #expect(try database.schema(trigger.name) == trigger.creation)
    }
    #expect(
      try database.schema("_Person_jobCost_insert") == #"""
        CREATE TRIGGER "_Person_jobCost_insert" AFTER INSERT ON "Thing" \#
        WHEN NEW."worker" IS NOT NULL AND NEW."cost" IS NOT NULL AND NEW."_entity" = 1 \#
        BEGIN UPDATE "Person" SET "jobCost" = "jobCost" + coalesce(NEW."cost", 0) \#
        WHERE "_id" = NEW."worker" AND "_entity" = 1; END
        """#)
  }

  @Test func manyRowsOfOneStatementAreCounted() throws {
    try database.execute(
      """
      WITH RECURSIVE n(k) AS (SELECT 1 UNION ALL SELECT k + 1 FROM n WHERE k < 2000)
      INSERT INTO Person (_id, _version, _entity, age) SELECT k, 1, 1, k FROM n;
      """)
    try database.execute(
      """
      WITH RECURSIVE n(k) AS (SELECT 1 UNION ALL SELECT k + 1 FROM n WHERE k < 2000)
      INSERT INTO Thing (_id, _version, _entity, cost, worker) SELECT k, 1, 1, k, 1 FROM n;
      INSERT INTO _Job_tags SELECT _id, 1, 0 FROM Thing; INSERT INTO Tag (_id, _version) VALUES (1, 1);
      UPDATE Thing SET cost = cost + 1; DELETE FROM _Job_tags; DELETE FROM Thing
      """)
    #expect(try database.rows("SELECT jobCount, jobCost FROM Person WHERE _id = 1") == [[0, 0]])
    #expect(try database.rows("SELECT jobCount, cost FROM Tag") == [[0, 0]])
  }

  @Test func siblingsOfOneNameHaveTriggersOfTheirOwn() throws {
    let database = try SchemaDatabase(
      """
      { "name": "Shape", "attributes": [] },
      { "name": "Square", "parent": "Shape", "attributes": [ { "name": "n", "type": "int64", "derived": "dots.@count" } ],
        "relationships": [ { "name": "dots", "to": "Dot", "many": true, "inverse": "square" } ] },
      { "name": "Circle", "parent": "Shape", "attributes": [ { "name": "n", "type": "int64", "derived": "dots.@count" } ],
        "relationships": [ { "name": "dots", "to": "Dot", "many": true, "inverse": "circle" } ] },
      { "name": "Dot", "attributes": [], "relationships": [
          { "name": "square", "to": "Square", "optional": true, "inverse": "dots" },
          { "name": "circle", "to": "Circle", "optional": true, "inverse": "dots" } ] }
      """)
    #expect(Set(database.layout.triggers.map(\.name)).count == 8)
    try database.execute(
      """
      INSERT INTO Shape (_id, _version, _entity) VALUES (1, 1, 1), (2, 1, 2);
      INSERT INTO Dot VALUES (1, 1, 1, NULL), (2, 1, 1, 2), (3, 1, 2, 1)
      """)
    #expect(try database.integers("SELECT n FROM Shape ORDER BY _id") == [[2], [1]])
  }

  /// Models are checked when they are loaded; a trigger quotes whatever it is given.
  @Test func quotesInNamesAreQuoted() throws {
    let name = #"A"; DROP TABLE B; --"#
    func derived(_ name: String, _ text: String) -> AttributeDescription {
      AttributeDescription(name: name, type: .int64, derivation: text)
    }
    let model = EntityModel(
      name: "Hostile", version: nil,
      entities: [
        EntityDescription(
          name: name,
          attributes: [
            AttributeDescription(name: "v", type: .int64), derived(#"n"'1"#, "kids.@count"),
            derived(#"n"'2"#, "kids.@sum.v"), derived(#"n"'3"#, "others.@count"),
            derived(#"n"'4"#, "others.@sum.v"),
          ],
          relationships: [
            RelationshipDescription(name: #"p"'"#, destination: name, isOptional: true, inverse: "kids"),
            RelationshipDescription(name: "kids", destination: name, isToMany: true, inverse: #"p"'"#),
            RelationshipDescription(name: "others", destination: name, isToMany: true, inverse: "others"),
          ])
      ], fingerprint: "")
    let database = try SchemaDatabase(model)
    #expect(database.layout.triggers.count == 4 + 4 + 4 + 7)
    let table = SQL.quoted(identifier: name)
    let join = SQL.quoted(identifier: try #require(database.layout.joins.first).tableName)
    let (key, parent) = (SQL.quoted(identifier: "_id"), SQL.quoted(identifier: #"p"'"#))
    try database.execute(
      """
      INSERT INTO \(table) (\(key), "_version", "v", \(parent)) VALUES (1, 1, 5, NULL), (2, 1, 7, 1), (3, 1, 8, 1);
      INSERT INTO \(join) VALUES (1, 2), (3, 3)
      """)
    let columns = (1...4).map { SQL.quoted(identifier: "n\"'\($0)") }.joined(separator: ", ")
    #expect(
      try database.integers("SELECT \(columns) FROM \(table) ORDER BY \(key)") == [
        [2, 15, 1, 7], [0, 0, 1, 5], [0, 0, 1, 8],
      ])
  }
}
