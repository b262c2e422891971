// Lines that the compiler has to refuse, each with a part of what it says. The other lines have to pass.
import Graphstore

actor Importer: StoreActor {
  let storeExecutor: StoreExecutor

  init(_ container: PersistentContainer) { storeExecutor = StoreExecutor(container) }

  func insert() throws -> ObjectID { try context.insert(entity: "A").id }

  func give() throws -> ManagedObject { try context.insert(entity: "A") }
}

func takesAnObjectFromAStoreActor(_ importer: Importer) async throws {
  print(try await importer.insert())
  let object = try await importer.give()  // error: can not be returned from actor-isolated
  print(object)
}

func takesAnObjectFromABackgroundContext(_ background: BackgroundContext) async throws {
  let object = try await background.perform { context in
    try context.insert(entity: "A")  // error: returning a task-isolated 'ManagedObject' value
  }
  print(object)
}

@MainActor
func givesAnObjectAway(_ container: PersistentContainer, _ background: BackgroundContext) async throws {
  let object = try container.mainContext.insert(entity: "A")
  try await background.perform { context in  // error: sending [#SendingClosureRisksDataRace]
    context.delete(object)
  }
}

@MainActor
func givesAFaultAway(_ container: PersistentContainer, _ id: ObjectID) throws {
  let fault = try container.mainContext.object(with: id)
  Task.detached { try fault.fulfill() }  // error: sending [#SendingClosureRisksDataRace]
}
