import GraphModel
import GraphSQL
import GraphValues
import SQLSyntax
import Testing

@Suite("No name of the schema meets another one")
struct SchemaNameTests {
  @Test func indexesThatWouldHaveATablesNameGetAnother() throws {
    let database = try SchemaDatabase(
      """
      { "name": "Note", "unique": [["a", "b_c"], ["a_b", "c"]], "indexes": [["a"]],
        "attributes": [ { "name": "a", "type": "int64" }, { "name": "b_c", "type": "int64" },
                        { "name": "a_b", "type": "int64" }, { "name": "c", "type": "int64" } ],
        "relationships": [ { "name": "other", "to": "Note", "optional": true, "inverse": null } ] },
      { "name": "NOTE_INDEX_1", "attributes": [] },
      { "name": "Note_Reference_other", "attributes": [] },
      { "name": "Note_unique_a_b_c_2", "attributes": [] }
      """)
    let note = try database.table("Note")
    #expect(note.uniqueness.map(\.index.name) == ["Note_unique_a_b_c", "Note_unique_a_b_c_3"])
    #expect(note.plainIndexes.map(\.name) == ["Note_reference_other_2", "Note_index_1_2"])
  }

  @Test func joinTablesThatWouldHaveOneNameGetTwo() throws {
    func entity(_ name: String, _ relationship: String) -> String {
      """
      { "name": "\(name)", "attributes": [],
        "relationships": [ { "name": "\(relationship)", "to": "A", "many": true, "inverse": null } ] }
      """
    }
    let entities = [entity("A", "b_c"), entity("A_b", "c")]
    for entities in [entities, entities.reversed()] {
      let database = try SchemaDatabase(entities.joined(separator: ","))
      let names = database.layout.joins.map { join in
        [join.tableName, database.model.relationships[join.join.source].owner]
      }
      #expect(Set(names) == [["_A_b_c", "A"], ["_A_b_c_2", "A_b"]], "whatever the file's order")
    }
  }

  @Test func wordsOfSQLAndOtherScriptsAreNames() throws {
    let database = try SchemaDatabase(
      """
      { "name": "Select", "unique": [["group", "from"]],
        "attributes": [ { "name": "group", "type": "string" }, { "name": "from", "type": "string" },
                        { "name": "größe", "type": "int64" }, { "name": "source", "type": "int64" } ],
        "relationships": [ { "name": "order", "to": "Table", "many": true, "inverse": "where" } ] },
      { "name": "Table", "attributes": [ { "name": "target", "type": "string" }, { "name": "rowid", "type": "string" } ],
        "relationships": [ { "name": "where", "to": "Select", "many": true, "inverse": "order" } ] }
      """)
    try database.execute(
      #"""
      INSERT INTO "Select" VALUES (1, 1, 'a', 'b', 3, 4); INSERT INTO "Table" VALUES (2, 1, 'x', 'y');
      INSERT INTO "_Select_order" VALUES (1, 2)
      """#)
    #expect(database.refuses(#"INSERT INTO "Select" VALUES (2, 1, 'a', 'b', 5, 6)"#))
    #expect(database.refuses(#"INSERT INTO "_Select_order" VALUES (1, 3)"#))
  }

  /// Models are checked when they are loaded; a layout quotes whatever it is given.
  @Test func quotesInNamesAreQuoted() throws {
    let model = EntityModel(
      name: "Hostile", version: nil,
      entities: [
        EntityDescription(
          name: #"A"; DROP TABLE B; --"#,
          attributes: [AttributeDescription(name: #"x"y'z"#, type: .int64)],
          relationships: [
            RelationshipDescription(
              name: #"to"one"#, destination: #"A"; DROP TABLE B; --"#, isOptional: true),
            RelationshipDescription(
              name: #"to'many""#, destination: #"A"; DROP TABLE B; --"#, isToMany: true, isOrdered: true),
          ],
          uniquenessConstraints: [[#"x"y'z"#]],
          indexes: [IndexDescription(elements: [.init(property: #"x"y'z"#, isDescending: true)])])
      ], fingerprint: "")
    let database = try SchemaDatabase(model)
    let table = try #require(database.layout.tables.first)
    let quoted = SQL.quoted(identifier: table.tableName)
    try database.execute("INSERT INTO \(quoted) VALUES (1, 1, 5, 1)")
    #expect(database.refuses("INSERT INTO \(quoted) VALUES (2, 1, 5, 1)"))
    #expect(database.refuses("INSERT INTO \(quoted) VALUES (2, 1, 6, 3)"))
    let join = SQL.quoted(identifier: try #require(database.layout.joins.first).tableName)
    try database.execute("INSERT INTO \(join) VALUES (1, 1, 9)")
    #expect(database.refuses("INSERT INTO \(join) VALUES (1, 2, 9)"))
  }
}
