import Graphstore
import GraphstoreTestSupport
import Testing

@Suite("Derived sums and counts over join tables are right in memory after a save")
struct DerivedSumTests {
  private let container: PersistentContainer

  init() throws {
    let model = try EntityModel(
      json: """
        { "model": "League", "entities": [
          { "name": "Team",
            "attributes": [ { "name": "name", "type": "string", "optional": true },
                            { "name": "points", "type": "int64", "derived": "players.@sum.points" },
                            { "name": "size", "type": "int64", "derived": "players.@count" },
                            { "name": "fanPoints", "type": "int64", "derived": "fans.@sum.points" } ],
            "relationships": [
              { "name": "players", "to": "Player", "many": true, "inverse": "teams" },
              { "name": "fans", "to": "Player", "many": true, "inverse": null } ] },
          { "name": "Player",
            "attributes": [ { "name": "name", "type": "string", "optional": true },
                            { "name": "points", "type": "int64", "optional": true } ],
            "relationships": [ { "name": "teams", "to": "Team", "many": true, "inverse": "players" } ] } ] }
        """)
    container = try PersistentContainer(model: model, location: .inMemory)
    let context = container.newContext()
    let teams = try ["red", "blue"].map { try context.insert("Team", ["name": $0]) }
    for (index, points) in [1, 10, 100].enumerated() {
      let player = try context.insert("Player", ["name": "p\(index)", "points": points])
      for team in teams.prefix(index == 2 ? 1 : 2) { try team.add(player, toRelationship: "players") }
      try teams[1].add(player, toRelationship: "fans")
    }
    try context.save()
  }

  private func numbers(_ teams: [ManagedObject]) throws -> [[Int?]] {
    try teams.map { team in
      try ["points", "size", "fanPoints"].map { try team.value(forKey: $0, as: Int.self) }
    }
  }

  @Test("whether lists are known or not", arguments: [false, true])
  func membersChange(areListsKnown: Bool) throws {
    let context = container.newContext()
    let teams = try context.all("Team")
    #expect(try numbers(teams) == [[111, 3, 0], [11, 2, 111]])
    let players = try context.all("Player")
    if areListsKnown {
      for player in players { _ = try player.relatedObjects(forKey: "teams") }
    }
    try players[0].setValue(5, forKey: "points")
    try players[1].setValue("renamed", forKey: "name")
    try context.save()
    #expect(try numbers(teams) == [[115, 3, 0], [15, 2, 115]])
    context.delete(players[1])
    try context.save()
    #expect(try numbers(teams) == [[105, 2, 0], [5, 1, 105]])
    try players[2].add(teams[1], toRelationship: "teams")
    try context.save()
    #expect(try numbers(teams) == [[105, 2, 0], [105, 2, 105]])
    #expect(try numbers(container.newContext().all("Team")) == numbers(teams))
  }
}

@Suite("A derived sum that 64 bits cannot hold is refused by name")
struct DerivedOverflowTests {
  private func container(listingOwnersFirst: Bool) throws -> PersistentContainer {
    let line = """
      { "name": "Line", "attributes": [ { "name": "price", "type": "int64", "optional": true } ],
        "relationships": [ { "name": "order", "to": "Order", "optional": true, "inverse": "lines" } ] }
      """
    let order = """
      { "name": "Order", "attributes": [ { "name": "total", "type": "int64", "derived": "lines.@sum.price" } ],
        "relationships": [ { "name": "lines", "to": "Line", "many": true, "inverse": "order" } ] }
      """
    let entities = listingOwnersFirst ? [order, line] : [line, order]
    return try PersistentContainer(
      model: EntityModel(
        json: "{ \"model\": \"Shop\", \"entities\": [\(entities.joined(separator: ", "))] }"),
      location: .inMemory)
  }

  @Test("new owners before and after their members", arguments: [true, false])
  func newObjects(listingOwnersFirst: Bool) throws {
    let container = try container(listingOwnersFirst: listingOwnersFirst)
    let context = container.newContext()
    let order = try context.insert(entity: "Order")
    let lines = try [Int64.max, 1].map { try context.insert("Line", ["price": $0]) }
    try order.setRelatedObjects(lines, forKey: "lines")
    let error = expect(.invalidValue) { try context.save() }
    #expect(error?.entity == "Order" && error?.properties == ["total"])
    #expect(error?.message.contains("Order.total") == true)
    try lines[1].setValue(0, forKey: "price")
    try context.save()
    #expect(try order.value(forKey: "total", as: Int64.self) == .max)
  }

  @Test func storedObjects() throws {
    let container = try container(listingOwnersFirst: true)
    let context = container.newContext()
    let order = try context.insert(entity: "Order")
    let line = try context.insert("Line", ["price": Int64.min])
    try line.setRelatedObject(order, forKey: "order")
    try context.save()
    let other = try context.insert("Line", ["price": -1])
    try other.setRelatedObject(order, forKey: "order")
    let tooSmall = expect(.invalidValue) { try context.save() }
    #expect(tooSmall?.properties == ["total"])
    try other.setValue(1, forKey: "price")
    try context.save()
    #expect(try order.value(forKey: "total", as: Int64.self) == .min + 1)
    try line.setValue(Int64.max, forKey: "price")
    let tooLarge = expect(.invalidValue) { try context.save() }
    #expect(tooLarge?.properties == ["total"])
  }
}
