import Foundation
import GraphModel
import GraphSQL
import GraphValues
import GraphstoreTestSupport
import SQLSyntax
import SQLiteAccess
import Testing

@Suite("Rows are written and read as slots")
struct RowStatementTests {
  let database: SchemaDatabase

  init() throws {
    database = try SchemaDatabase(
      """
      { "name": "Animal", "attributes": [
          { "name": "name", "type": "string" },
          { "name": "mood", "type": "string", "transient": true, "default": "it's \\u0000 good" },
          { "name": "weight", "type": "double", "transient": true, "default": 0.1 },
          { "name": "tiny", "type": "double", "transient": true, "default": 5e-324 },
          { "name": "huge", "type": "double", "transient": true, "default": 1.7976931348623157e308 },
          { "name": "price", "type": "decimal", "scale": 2, "transient": true, "default": 1.25 },
          { "name": "born", "type": "date", "transient": true, "default": "now" },
          { "name": "token", "type": "uuid", "transient": true, "optional": true, "default": "new" } ] },
      { "name": "Dog", "parent": "Animal", "attributes": [ { "name": "chip", "type": "int64" } ],
        "relationships": [ { "name": "owner", "to": "Person", "optional": true, "inverse": "dogs" } ] },
      { "name": "Person", "attributes": [],
        "relationships": [ { "name": "dogs", "to": "Dog", "many": true, "ordered": true, "inverse": "owner" } ] }
      """)
  }

  private func slot(_ name: String) throws -> Int { try #require(database.entity("Dog").slots[name]) }

  private func batch(_ table: TableLayout) throws -> PackedRows {
    var builder = PackedRowsBuilder(layout: table.rows)
    builder.beginRow(key: 4, version: 1, entityNumber: 1)
    builder.set(try slot("name"), text: "Rex")
    builder.set(try slot("mood"), text: "not kept")
    builder.set(try slot("chip"), integer: 12)
    builder.set(try slot("owner"), integer: 1)
    builder.set(try database.entity("Dog").hiddenProperties[0].slot, integer: 77)
    return builder.finish()
  }

  @Test func insertionWritesTheEntityAndHiddenCompanions() throws {
    try database.execute("INSERT INTO Person VALUES (1, 1)")
    let table = try database.table("Animal")
    let statements = RowStatements(table, feedTable: "graphstore_feed")
    #expect(try database.connection.feed(statements.insertion, rows: batch(table)) == 1)
    #expect(
      try database.rows("SELECT _id, _version, _entity, name, chip, owner, _owner_order FROM Animal") == [
        [4, 1, 1, "Rex", 12, 1, 77]
      ])
    let rows = try database.connection.collect(
      statements.single, bindings: [4], layout: table.rows, nullable: table.nullable)
    let row = try #require(rows.batches.first)
    #expect(row.entityNumber(0) == 1)
    let dog = try database.entity("Dog")
    let values = try dog.properties.map { property in
      try #require(property.attribute?.codec.decode(row, row: 0, slot: property.slot) ?? .null)
    }
    #expect(
      Array(values[..<8]) == [
        .string("Rex"), .string("it's \u{0} good"), .double(0.1), .double(.leastNonzeroMagnitude),
        .double(.greatestFiniteMagnitude),
        .decimal(Decimal(sign: .plus, exponent: -2, significand: 125)), .null, .null,
      ])
    #expect(row.integer(dog.hiddenProperties[0].slot, row: 0) == 77)
  }

  @Test func anUpdateLeavesOutWhatHasNoColumn() throws {
    try database.execute("INSERT INTO Person VALUES (1, 1)")
    let table = try database.table("Animal")
    let statements = RowStatements(table, feedTable: "graphstore_feed")
    _ = try database.connection.feed(statements.insertion, rows: batch(table))
    let slots = [try slot("mood"), try slot("chip"), try slot("weight"), try slot("name")]
    let text = RowStatements.update(slots, of: table)
    #expect(
      text
        == #"UPDATE "Animal" SET "chip" = ?2, "name" = ?4, "_version" = ?5 WHERE "_id" = ?6 AND "_version" = ?7"#
    )
    _ = try database.rows(text, ["x", 13, 1.5, "Max", 2, 4, 1])
    #expect(try database.rows("SELECT name, chip, _version FROM Animal") == [["Max", 13, 2]])
    let onlyTransient = RowStatements.update([try slot("mood")], of: table)
    _ = try database.rows(onlyTransient, ["x", 3, 4, 2])
    #expect(try database.rows("SELECT _version FROM Animal") == [[3]])
  }

  @Test func aTableOfOneEntityReadsTheNumberZero() throws {
    let statements = RowStatements(try database.table("Person"), feedTable: "graphstore_feed")
    #expect(statements.columns == #""_id", "_version", 0"#)
    #expect(
      statements.insertion
        == #"INSERT OR FAIL INTO "Person" ("_id", "_version") SELECT key, version FROM graphstore_feed"#)
  }

  @Test func realsAreSpelledExactly() throws {
    var generator = SeededGenerator(for: "RowStatementTests")
    var values: [Double] = [0, 1, -1, 0.1, .pi, .leastNonzeroMagnitude, -.leastNormalMagnitude, .infinity]
    values += (0..<500).map { _ in Double(bitPattern: generator.next()) }.filter { !$0.isNaN }
    for value in values {
      let read = try database.connection.scalar("SELECT \(sql: SQL.exact(value))")
      #expect(read == .real(value), "\(value)")
    }
  }
}
