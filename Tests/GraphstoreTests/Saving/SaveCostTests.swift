import Foundation
import GraphstoreTestSupport
import Testing

@testable import Graphstore

@Suite("A save costs what changed, not what is registered")
struct SaveCostTests {
  /// The statements that some changes take, among so many registered objects.
  private func statements(registered: Int, changed: Int, inserted: Int, deleted: Int) throws -> Int {
    let container = try PersistentContainer(model: Models.employees(), location: .inMemory)
    let context = container.newContext()
    for index in 0..<registered { try context.employee("e", index) }
    try context.save()
    let all = try context.all("Employee")
    for object in all.prefix(changed) { try object.setValue(-1, forKey: "salary") }
    for object in all.dropFirst(changed).prefix(deleted) { context.delete(object) }
    for _ in 0..<inserted { try context.employee("new") }
    let count = try container.statementsRun { try context.save() }
    withExtendedLifetime(all) {}
    return count
  }

  @Test func theNumberOfRegisteredObjectsDoesNotMatter() throws {
    let few = try statements(registered: 20, changed: 5, inserted: 5, deleted: 5)
    let many = try statements(registered: 5000, changed: 5, inserted: 5, deleted: 5)
    #expect(abs(few - many) <= 2)
    #expect(many < 20)
  }

  @Test func insertionsShareStatements() throws {
    #expect(try statements(registered: 10, changed: 0, inserted: 1000, deleted: 0) < 20)
    #expect(try statements(registered: 3000, changed: 0, inserted: 0, deleted: 2000) < 20)
  }

  @Test func onlyChangedColumnsAreWritten() throws {
    let fixture = try StoreFixture(Models.employees())
    try fixture.make { try $0.employee("alpha", 1) }
    try fixture.raw.execute(
      """
      CREATE TABLE log (x); CREATE TRIGGER names AFTER UPDATE OF name ON Employee
      BEGIN INSERT INTO log VALUES ('name'); END;
      CREATE TRIGGER salaries AFTER UPDATE OF salary ON Employee BEGIN INSERT INTO log VALUES ('salary'); END
      """)
    let context = try fixture.open().newContext()
    try context.all("Employee")[0].setValue(2, forKey: "salary")
    try context.save()
    #expect(try fixture.raw.texts("SELECT x FROM log") == ["salary"])
  }

  @Test func theVersionCountsTheSaves() throws {
    let fixture = try StoreFixture(Models.employees())
    let context = try fixture.open().newContext()
    let object = try context.employee("alpha", 1)
    try context.employee("beta", 1)
    try context.save()
    for number in 0..<3 {
      try object.setValue(number + 10, forKey: "salary")
      try context.save()
    }
    #expect(try fixture.raw.texts("SELECT _version FROM Employee ORDER BY _id") == ["4", "1"])
  }
}
