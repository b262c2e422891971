import Foundation
import Graphstore
import GraphstoreTestSupport
import SQLSyntax
import Testing

@Suite("Derived counts and sums are right in the file after every save")
struct DerivedColumnTests {
  let fixture: StoreFixture

  init() throws {
    fixture = try StoreFixture(
      EntityModel(
        json: """
          { "model": "Shop", "entities": [
            { "name": "Line", "attributes": [ { "name": "price", "type": "decimal", "scale": 2, "optional": true } ],
              "relationships": [ { "name": "order", "to": "Order", "optional": true, "inverse": "lines" } ] },
            { "name": "Document", "abstract": true, "unique": [["number"]],
              "attributes": [ { "name": "number", "type": "int64" } ] },
            { "name": "Order", "parent": "Document",
              "attributes": [
                { "name": "lineCount", "type": "int64", "derived": "lines.@count" },
                { "name": "total", "type": "decimal", "scale": 2, "derived": "lines.@sum.price" } ],
              "relationships": [
                { "name": "lines", "to": "Line", "many": true, "ordered": true, "inverse": "order", "onDelete": "cascade" } ] },
            { "name": "Letter", "parent": "Document", "attributes": [ { "name": "text", "type": "string" } ] } ] }
          """))
  }

  private func totals() throws -> [[SQLValue]] {
    try fixture.raw.query(
      #"SELECT "number", "lineCount", "total", "_version" FROM "Document" WHERE "_entity" = 1 ORDER BY "_id""#
    )
  }

  @discardableResult
  private func line(_ price: Decimal?, _ order: ManagedObject, in context: ObjectContext) throws
    -> ManagedObject
  {
    let line = try context.insert(entity: "Line")
    try line.setValue(price, forKey: "price")
    try line.setRelatedObject(order, forKey: "order")
    return line
  }

  @Test func membersComeMoveAndGo() throws {
    let container = try fixture.open()
    let context = container.newContext()
    let orders = try (1...2).map { try context.insert("Order", ["number": $0]) }
    let lines = try [Decimal(1.5), nil, Decimal(2)].map { try line($0, orders[0], in: context) }
    try context.insert("Letter", ["number": 3, "text": "kept"])
    try context.save()
    #expect(try totals() == [[1, 3, 350, 1], [2, 0, 0, 1]])
    try lines[0].setRelatedObject(orders[1], forKey: "order")
    try lines[1].setValue(Decimal(4), forKey: "price")
    try context.save()
    #expect(try totals().map { Array($0[..<3]) } == [[1, 2, 600], [2, 1, 150]])
    context.delete(lines[2])
    try context.save()
    #expect(try totals().map { Array($0[..<3]) } == [[1, 1, 400], [2, 1, 150]])
    context.delete(orders[1])
    try context.save()
    #expect(try totals().map { Array($0[..<3]) } == [[1, 1, 400]])
    #expect(try fixture.raw.texts("SELECT count(*) FROM Line") == ["1"])
  }

  @Test func ownersThatExchangeUniqueValuesKeepTheirs() throws {
    let container = try fixture.open()
    let context = container.newContext()
    let orders = try (1...2).map { try context.insert("Order", ["number": $0]) }
    for price in [1, 2, 3] { try line(Decimal(price), orders[0], in: context) }
    try line(Decimal(9), orders[1], in: context)
    try context.save()
    try orders[0].setValue(2, forKey: "number")
    try orders[1].setValue(1, forKey: "number")
    try context.save()
    #expect(try totals() == [[2, 3, 600, 2], [1, 1, 900, 2]])
  }
}
