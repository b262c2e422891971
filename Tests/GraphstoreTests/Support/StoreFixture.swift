import Foundation
import GraphstoreTestSupport
import SQLiteAccess

@testable import Graphstore

/// A store in a file of its own, which can be opened again and looked at by other tools.
struct StoreFixture {
  let folder: TemporaryFolder
  let model: EntityModel
  let url: URL

  init(_ model: EntityModel) throws {
    folder = try TemporaryFolder()
    self.model = model
    url = folder.file()
  }

  var raw: RawDatabase { RawDatabase(url: url) }

  /// Opens the store, with options that spare the disk.
  func open(_ options: StoreOptions = StoreOptions(durability: .normal)) throws -> PersistentContainer {
    try PersistentContainer(model: model, url: url, options: options)
  }

  /// Makes the store's file and closes it.
  func make(_ body: (ObjectContext) throws -> Void = { _ in }) throws {
    let container = try open()
    let context = container.newContext()
    try body(context)
    try context.save()
    container.close()
  }
}

extension ObjectContext {
  /// Inserts an object with values by name.
  @discardableResult
  func insert(_ entity: String, _ values: [String: any AttributeConvertible]) throws -> ManagedObject {
    let object = try insert(entity: entity)
    for (key, value) in values { try object.setValue(value, forKey: key) }
    return object
  }

  /// All objects of an entity, in the order of insertion.
  func all(_ entity: String) throws -> [ManagedObject] {
    try fetch(FetchRequest<ManagedObject>(entityName: entity))
  }

  /// Inserts an employee.
  @discardableResult
  func employee(_ name: String?, _ salary: Int = 0) throws -> ManagedObject {
    let object = try insert(entity: "Employee")
    try object.setValue(name, forKey: "name")
    try object.setValue(salary, forKey: "salary")
    return object
  }
}

extension ManagedObject {
  var name: String? { (try? value(forKey: "name", as: String.self)) ?? nil }
  var salary: Int? { (try? value(forKey: "salary", as: Int.self)) ?? nil }
}

extension PersistentContainer {
  /// How many statements a piece of work runs; the end of an idle reader's snapshot may be one more.
  func statementsRun(_ body: () throws -> Void) rethrows -> Int {
    let before = store.statistics.statementsRun
    try body()
    return store.statistics.statementsRun - before
  }
}

extension StoreFixture {
  /// The same file with another model.
  init(like other: StoreFixture, model: EntityModel) {
    folder = other.folder
    url = other.url
    self.model = model
  }
}
