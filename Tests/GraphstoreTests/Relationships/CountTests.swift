import Graphstore
import GraphstoreTestSupport
import Testing

@Suite("Fewest and most members")
struct CountTests {
  private let container: PersistentContainer
  private let context: ObjectContext

  init() throws {
    let model = try EntityModel(
      json: """
        { "model": "Teams", "entities": [
          { "name": "Team", "attributes": [ { "name": "name", "type": "string", "optional": true } ],
            "relationships": [
              { "name": "players", "to": "Player", "many": true, "minCount": 1, "maxCount": 2, "inverse": "team" } ] },
          { "name": "Player", "attributes": [ { "name": "name", "type": "string", "optional": true } ],
            "relationships": [ { "name": "team", "to": "Team", "optional": true, "inverse": "players" } ] } ] }
        """)
    container = try PersistentContainer(model: model, location: .inMemory)
    context = container.newContext()
  }

  private func rules() -> [ValidationFailure.Rule] {
    expect(.validation) { try context.save() }?.failures.map(\.rule) ?? []
  }

  @Test("too few and too many are found at save, of new objects")
  func newObjectsAreCounted() throws {
    let team = try context.make("Team", "team")
    #expect(rules() == [.minimumCount])
    for number in 0..<3 { try context.make("Player", "\(number)", ["team": team]) }
    #expect(rules() == [.maximumCount])
    context.delete(try #require(try team.relatedObjects(forKey: "players").first))
    try context.save()
  }

  @Test("stored objects are counted when their members change, read or not", arguments: [false, true])
  func storedObjectsAreCounted(reset: Bool) throws {
    let team = try context.make("Team", "team")
    let player = try context.make("Player", "one", ["team": team])
    try context.save()
    if reset { context.reset() }
    let found = try context.object(with: team.id)
    for number in 0..<2 { try context.make("Player", "\(number)", ["team": found]) }
    #expect(rules() == [.maximumCount])
    context.rollback()
    try context.object(with: player.id).setRelatedObject(nil, forKey: "team")
    #expect(rules() == [.minimumCount])
    context.rollback()
    context.delete(try context.object(with: player.id))
    #expect(rules() == [.minimumCount])
    context.delete(try context.object(with: team.id))
    try context.save()
    #expect(try container.newContext().all("Team").isEmpty)
  }
}
