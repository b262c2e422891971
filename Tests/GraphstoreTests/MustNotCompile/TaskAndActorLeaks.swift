// Lines that the compiler has to refuse, each with a part of what it says. The other lines have to pass.
import Graphstore

actor Keeper {
  var object: ManagedObject?
  func keep(_ object: ManagedObject) { self.object = object }
  func give() -> ManagedObject? { object }
}

func givesAnObjectToATask(_ container: PersistentContainer) throws {
  let context = container.newContext()
  let object = try context.insert(entity: "A")
  Task { print(object) }  // error: sending value of non-Sendable type [#SendingRisksDataRace]
  print(object)
}

func givesAnObjectToADetachedTask(_ object: ManagedObject) {
  Task.detached { print(object) }  // error: passing closure [#SendingClosureRisksDataRace]
}

func givesAContextToATaskGroup(_ context: ObjectContext) async throws {
  try await withThrowingTaskGroup(of: Void.self) { group in
    group.addTask { try context.save() }  // error: passing closure [#SendingClosureRisksDataRace]
    try await group.waitForAll()
  }
}

func givesAnObjectToAnActor(_ keeper: Keeper, _ object: ManagedObject) async {
  await keeper.keep(object)  // error: sending 'object' risks causing data races [#SendingRisksDataRace]
}

func takesAnObjectFromAnActor(_ keeper: Keeper) async {
  let object = await keeper.give()  // error: can not be returned from actor-isolated
  print(object as Any)
}

func usesTheContextOfAnObjectThatWasSent(_ container: PersistentContainer, _ keeper: Keeper) async throws {
  let context = container.newContext()
  let object = try context.insert(entity: "A")
  await keeper.keep(object)  // error: sending 'object' risks causing data races [#SendingRisksDataRace]
  try context.save()
}

@MainActor
func sendsAMainActorsContext(_ context: ObjectContext, _ keeper: Keeper) async throws {
  Task.detached { try context.save() }  // error: passing closure [#SendingClosureRisksDataRace]
}
