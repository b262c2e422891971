@_spi(Generated) import Graphstore
import Testing

@Suite("Compiled types and the model of a container")
struct LayoutCheckTests {
  @Test func aModelThatDiffersInRulesOnlyFits() throws {
    let model = try Self.model(#"{ "name": "name", "type": "string", "maxLength": 9 }, \#(Self.salary)"#)
    let container = try PersistentContainer(model: model, location: .inMemory, entities: [Employee.self])
    let context = container.newContext()
    let employee = Employee(unchecked: try context.insert(entity: "Employee"))
    employee.object.setString("Ada", at: 0)
    #expect(try employee.object.value(forKey: "name", as: String.self) == "Ada")
  }

  /// The fingerprint is the same, and so is the table; slots are not.
  @Test func aModelWithItsPropertiesInAnotherOrderIsRefused() throws {
    let model = try Self.model("\(Self.salary), \(Self.name)")
    #expect(model.fingerprint == Employee.model.fingerprint)
    let atOnce = try #require(throws: GraphError.self) {
      try PersistentContainer(model: model, location: .inMemory, entities: [Employee.self])
    }
    #expect(atOnce.code == .entityMismatch)
    let context = try PersistentContainer(model: model, location: .inMemory).newContext()
    let whenUsed = try #require(throws: GraphError.self) { try context.fetch(FetchRequest<Employee>()) }
    #expect(whenUsed.code == .entityMismatch)
  }

  @Test(arguments: [
    #"{ "name": "name", "type": "url" }, \#(salary)"#,
    #"{ "name": "fullName", "type": "string" }, \#(salary)"#,
    #"{ "name": "name", "type": "string", "optional": true }, \#(salary)"#, name,
    #"\#(name), { "name": "salary", "type": "decimal", "scale": 2 }"#,
  ])
  func aModelThatKeepsAPropertyInAnotherWayIsRefused(attributes: String) throws {
    let error = try #require(throws: GraphError.self) {
      try PersistentContainer(
        model: Self.model(attributes), location: .inMemory, entities: [Employee.self])
    }
    #expect(error.code == .entityMismatch)
    #expect(error.entity == "Employee")
  }

  static let name = #"{ "name": "name", "type": "string" }"#
  static let salary = #"{ "name": "salary", "type": "int64", "default": 0 }"#

  static func model(_ attributes: String) throws -> EntityModel {
    try EntityModel(
      json: #"{ "model": "Staff", "entities": [ { "name": "Employee", "attributes": [ \#(attributes) ] } ] }"#
    )
  }
}

/// What generated code comes to.
private struct Employee: Entity {
  static let entityName = "Employee"
  static let model: EntityModel = {
    do {
      return try LayoutCheckTests.model("\(LayoutCheckTests.name), \(LayoutCheckTests.salary)")
    } catch {
      preconditionFailure("the model is not valid: \(error)")
    }
  }()

  let object: ManagedObject

  init(unchecked object: ManagedObject) { self.object = object }

  static func propertyName(for keyPath: AnyKeyPath) -> String? { nil }
}
