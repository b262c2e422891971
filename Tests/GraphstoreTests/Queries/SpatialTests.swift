import Foundation
import GraphstoreTestSupport
import SQLSyntax
import SQLiteAccess
import Testing

@testable import Graphstore
@testable import SQLiteStore

@Suite("Spatial indexes")
struct SpatialTests {
  private static func model() throws -> EntityModel {
    try EntityModel(
      json: """
        { "model": "Atlas", "entities": [
          { "name": "Region", "attributes": [
            { "name": "west", "type": "double", "optional": true },
            { "name": "east", "type": "double", "optional": true },
            { "name": "south", "type": "float", "optional": true },
            { "name": "north", "type": "float", "optional": true },
            { "name": "low", "type": "int64", "default": 0 } ],
            "spatial": [
              { "name": "bounds", "minX": "west", "maxX": "east", "minY": "south", "maxY": "north" } ] },
          { "name": "Place", "parent": "Region", "attributes": [
            { "name": "x", "type": "double", "optional": true } ],
            "spatial": [ { "name": "spot", "x": "x", "y": "south", "z": "low" } ] } ] }
        """)
  }

  private static let numbers: [Double] = [
    -1e300, -180, -90.1, -0.1, 0, 0.1, 0.1.nextUp, 1.0 / 3, 16_777_216, 16_777_217, 90, 180, 1e300, .infinity,
    -.infinity, .leastNonzeroMagnitude,
  ]

  private func check(_ container: PersistentContainer) throws {
    try container.store.writer.write { connection in
      for name in ["_graphstore_Region_bounds_spatial", "_graphstore_Region_spot_spatial"] {
        let said = try connection.scalar("SELECT rtreecheck(\(bind: .text(name)))")
        #expect(said == .text("ok"))
      }
    }
  }

  private func random(_ generator: inout SeededGenerator) -> Double {
    generator.oneIn(2)
      ? Double.random(in: -10...10, using: &generator)
      : Self.numbers[Int.random(in: 0..<Self.numbers.count, using: &generator)]
  }

  private func range(_ generator: inout SeededGenerator) -> ClosedRange<Double> {
    let (one, other) = (random(&generator), random(&generator))
    return min(one, other)...max(one, other)
  }

  /// The index, the columns in SQL and the columns in memory give the same objects, saved or not.
  @Test func randomBoxesAgreeWithTheirColumns() throws {
    var generator = SeededGenerator(for: "spatial indexes")
    let container = try PersistentContainer(model: try Self.model(), location: .inMemory)
    for _ in 0..<12 {
      let context = container.newContext()
      for _ in 0..<25 { try change(context, &generator) }
      for _ in 0..<10 {
        let (query, columns) = try self.query(&generator)
        let entity = generator.oneIn(2) ? "Region" : "Place"
        func keys(_ context: ObjectContext, _ predicate: QueryPredicate) throws -> Set<ObjectID> {
          let request = FetchRequest<ManagedObject>(entityName: entity, where: predicate)
          let found = try context.fetch(request)
          #expect(try context.count(request) == found.count)
          return Set(found.map(\.id))
        }
        #expect(try keys(context, query) == keys(context, columns), "seed \(generator.seed)")
        #expect(try keys(context, !query) == keys(context, !columns), "seed \(generator.seed)")
        let saved = container.newContext()
        #expect(try keys(saved, query) == keys(saved, columns), "seed \(generator.seed)")
      }
      try context.save()
      try check(container)
    }
  }

  private func change(_ context: ObjectContext, _ generator: inout SeededGenerator) throws {
    let all = try context.all("Region")
    switch Int.random(in: 0..<6, using: &generator) {
    case 0, 1, 2:
      try set(context.insert(entity: generator.oneIn(2) ? "Region" : "Place"), &generator)
    case 3, 4: if let object = all.randomElement(using: &generator) { try set(object, &generator) }
    default: if let object = all.randomElement(using: &generator) { context.delete(object) }
    }
  }

  private func set(_ object: ManagedObject, _ generator: inout SeededGenerator) throws {
    var (x, y) = (range(&generator), range(&generator))
    if generator.oneIn(5) { x = x.lowerBound...x.lowerBound }
    if generator.oneIn(5) { y = 0...0 }
    let isTurned = generator.oneIn(6)
    try object.setValue(isTurned ? x.upperBound : x.lowerBound, forKey: "west")
    try object.setValue(generator.oneIn(8) ? nil : isTurned ? x.lowerBound : x.upperBound, forKey: "east")
    try object.setValue(Float(y.lowerBound), forKey: "south")
    try object.setValue(Float(y.upperBound), forKey: "north")
    try object.setValue(Int.random(in: -3...3, using: &generator), forKey: "low")
    if object.entityName == "Place" { try object.setValue(random(&generator), forKey: "x") }
  }

  private func query(
    _ generator: inout SeededGenerator
  ) throws -> (QueryPredicate, QueryPredicate) {
    let (x, y) = (range(&generator), range(&generator))
    let box = SpatialBox(x: x, y: y)
    let arguments: [any PredicateArgument] = [x.lowerBound, x.upperBound, y.lowerBound, y.upperBound]
    let names = ["w", "e", "s", "n"]
    let values = Dictionary(uniqueKeysWithValues: zip(names, arguments))
    func columns(_ format: String) throws -> QueryPredicate {
      try QueryPredicate(format: format + " AND west <= east AND south <= north")
        .substituting(values.mapValues { $0 })
    }
    switch Int.random(in: 0..<3, using: &generator) {
    case 0:
      return (
        .spatial("bounds", intersects: box),
        try columns("west <= $e AND east >= $w AND south <= $n AND north >= $s")
      )
    case 1:
      return (
        .spatial("bounds", within: box),
        try columns("west >= $w AND east <= $e AND south >= $s AND north <= $n")
      )
    default:
      return (
        .spatial("bounds", contains: box),
        try columns("west <= $w AND east >= $e AND south <= $s AND north >= $n")
      )
    }
  }

  @Test func pointsInSpaceAreFound() throws {
    let container = try PersistentContainer(model: try Self.model(), location: .inMemory)
    let context = container.newContext()
    for (x, y, z) in [(1.0, 1.0, 1), (2, 2, 2), (3, 3, 3)] {
      try context.insert("Place", ["x": x, "south": Float(y), "low": z])
    }
    try context.insert("Place", ["south": Float(1)])
    let request = FetchRequest<ManagedObject>(
      entityName: "Place", where: .spatial("spot", within: SpatialBox(x: 1...2, y: 1...9, z: 1...2)))
    #expect(try context.count(request) == 2)
    try context.save()
    #expect(try container.newContext().count(request) == 2)
    let explanation = try container.newContext().explain(request)
    #expect(explanation.plan.contains { $0.access == .virtualTable })
    let point = FetchRequest<ManagedObject>(
      entityName: "Place", where: .spatial("spot", contains: SpatialBox(x: 3, y: 3, z: 3)))
    #expect(try context.count(point) == 1)
  }

  @Test func whatTheModelDoesNotDeclareIsAnError() throws {
    let context = try PersistentContainer(model: try Self.model(), location: .inMemory).newContext()
    func error(_ entity: String, _ predicate: QueryPredicate) -> QueryError? {
      #expect(throws: QueryError.self) {
        try context.fetch(FetchRequest<ManagedObject>(entityName: entity, where: predicate))
      }
    }
    let flat = SpatialBox(x: 0...1, y: 0...1)
    #expect(error("Region", .spatial("bound", intersects: flat))?.suggestion == "bounds")
    #expect(error("Region", .spatial("spot", intersects: flat))?.code == .unknownKey)
    #expect(error("Region", .spatial("bounds", intersects: SpatialBox(x: 1)))?.code == .typeMismatch)
  }

  @Test(arguments: [
    "DROP TRIGGER \"_graphstore_Region_spot_spatial_leave\"",
    "DROP TABLE \"_graphstore_Region_bounds_spatial\"",
  ])
  func aMissingPieceIsFoundWhenTheStoreIsOpened(_ statement: String) throws {
    let fixture = try StoreFixture(try Self.model())
    try fixture.make()
    try fixture.raw.execute(statement)
    expect(.corrupt) { _ = try fixture.open() }
  }
}
