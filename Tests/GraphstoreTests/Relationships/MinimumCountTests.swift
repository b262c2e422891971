import Graphstore
import GraphstoreTestSupport
import Testing

@Suite("The fewest members count where only the store deletes members")
struct MinimumCountTests {
  private let container: PersistentContainer

  init() throws {
    let model = try EntityModel(
      json: """
        { "model": "Clubs", "entities": [
          { "name": "Country", "attributes": [ { "name": "name", "type": "string" } ],
            "relationships": [
              { "name": "towns", "to": "Town", "many": true, "inverse": "country", "onDelete": "cascade" } ] },
          { "name": "Town", "attributes": [ { "name": "name", "type": "string" } ],
            "relationships": [
              { "name": "country", "to": "Country", "optional": true, "inverse": "towns" },
              { "name": "people", "to": "Person", "many": true, "inverse": "town", "onDelete": "cascade" } ] },
          { "name": "Person", "attributes": [ { "name": "name", "type": "string" } ],
            "relationships": [
              { "name": "town", "to": "Town", "optional": true, "inverse": "people" },
              { "name": "club", "to": "Club", "optional": true, "inverse": "members" },
              { "name": "teams", "to": "Team", "many": true, "inverse": "players" } ] },
          { "name": "Club", "attributes": [ { "name": "name", "type": "string" } ],
            "relationships": [
              { "name": "members", "to": "Person", "many": true, "minCount": 2, "inverse": "club" } ] },
          { "name": "Team", "attributes": [ { "name": "name", "type": "string" } ],
            "relationships": [
              { "name": "players", "to": "Person", "many": true, "minCount": 1, "inverse": "teams" } ] } ] }
        """)
    container = try PersistentContainer(model: model, location: .inMemory)
    let context = container.newContext()
    let (club, team) = (try context.make("Club", "club"), try context.make("Team", "team"))
    for name in ["north", "south"] {
      let country = try context.make("Country", name)
      let town = try context.make("Town", name, ["country": country])
      for index in 0..<2 {
        let person = try context.make("Person", "\(name) \(index)", ["town": town])
        try person.setRelatedObject(club, forKey: "club")
        if name == "north" { try team.add(person, toRelationship: "players") }
      }
    }
    try context.save()
  }

  @Test(
    "whatever of the objects between is registered", arguments: [[], ["Town"], ["Club", "Team"], ["Person"]])
  func cascadesInTheStoreCount(_ registered: [String]) throws {
    let context = container.newContext()
    let held = try registered.flatMap { try context.all($0) }
    context.delete(try context.named("south", "Country"))
    try context.save()
    context.delete(try context.named("north", "Country"))
    let error = expect(.validation) { try context.save() }
    let failures = error?.failures ?? []
    #expect(failures.allSatisfy { $0.rule == .minimumCount })
    let properties = Set(failures.map(\.property))
    #expect(properties == ["members"] || properties == ["members", "players"], "\(properties)")
    #expect(error?.failures.first?.message.contains("at least") == true)
    #expect(try container.newContext().all("Person").count == 2)
    let newcomers = try (0..<2).map { try context.make("Person", "new \($0)") }
    try context.named("club", "Club").setRelatedObjects(newcomers, forKey: "members")
    let rest = expect(.validation) { try context.save() }
    #expect(rest?.failures.map(\.property) == ["players"])
    context.delete(try context.named("team", "Team"))
    try context.save()
    #expect(try container.newContext().names("Person") == ["new 0", "new 1"])
    withExtendedLifetime(held) {}
  }

  @Test func ownersThatGoTooAreNotCounted() throws {
    let context = container.newContext()
    for country in try context.all("Country") { context.delete(country) }
    for entity in ["Club", "Team"] { for object in try context.all(entity) { context.delete(object) } }
    try context.save()
    #expect(try container.newContext().all("Person").isEmpty)
  }
}
