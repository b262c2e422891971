import Graphstore
import Testing

@Suite("IDs of another store in predicates")
struct ForeignIDTests {
  /// Both stores have an object of the same entity and key.
  @Test(arguments: [true, false])
  func anIDOfAnotherStoreEqualsNothing(isSaved: Bool) throws {
    let own = try PersistentContainer(model: Models.employees(), location: .inMemory).newContext()
    let other = try PersistentContainer(model: Models.employees(), location: .inMemory).newContext()
    let object = try own.insert(entity: "Employee")
    let stranger = try other.insert(entity: "Employee")
    #expect(object.id.key == stranger.id.key)
    if isSaved { try own.save() }
    #expect(try Self.count("SELF == %@", object.id, own) == 1)
    #expect(try Self.count("SELF == %@", stranger.id, own) == 0)
    #expect(try Self.count("SELF != %@", stranger.id, own) == 1)
    #expect(try Self.count("SELF IN %@", [stranger.id], own) == 0)
  }

  private static func count(
    _ format: String, _ argument: any PredicateArgument, _ context: ObjectContext
  ) throws -> Int {
    try context.count(FetchRequest<ManagedObject>(entityName: "Employee", format: format, argument))
  }
}
