// Lines that the compiler has to refuse, each with a part of what it says. The other lines have to pass.
import Graphstore

func returnsAnObject(_ container: PersistentContainer) async throws {
  let object = try await container.perform { context in
    try context.insert(entity: "A")  // error: returning a task-isolated 'ManagedObject' value
  }
  print(object)
}

func returnsTheContext(_ container: PersistentContainer) async throws {
  let context = try await container.perform { context in
    context  // error: returning task-isolated 'context'
  }
  print(context)
}

func returnsFetchedObjects(_ container: PersistentContainer) async throws {
  let objects = try await container.perform { context in
    try context.fetch(FetchRequest<ManagedObject>(entityName: "A"))  // error: returning a task-isolated
  }
  print(objects.count)
}

func storesAnObjectOutside(_ container: PersistentContainer) async throws {
  var kept: ManagedObject?
  try await container.perform { context in  // error: sending value [#SendingRisksDataRace]
    kept = try context.insert(entity: "A")
  }
  print(kept as Any)
}

func takesAnObjectAlong(_ container: PersistentContainer, _ object: ManagedObject) async throws {
  try await container.perform { context in  // error: passing closure [#SendingClosureRisksDataRace]
    try object.setValue(1, forKey: "a")
  }
}

func usesAnObjectThatWasTakenAlong(_ container: PersistentContainer) async throws {
  let context = container.newContext()
  let object = try context.insert(entity: "A")
  try await container.perform { inner in  // error: sending value of non-Sendable type [#SendingRisksDataRace]
    inner.delete(object)
  }
  print(object)
}
