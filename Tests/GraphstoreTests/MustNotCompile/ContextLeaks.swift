// Lines that the compiler has to refuse, each with a part of what it says. The other lines have to pass.
import Graphstore

func takesTheContextOfAStoreActor(_ background: BackgroundContext) async throws {
  let context = await background.context  // error: cannot exit actor-isolated context
  print(context)
}

func takesTheMainContextElsewhere(_ container: PersistentContainer) async throws {
  let context = await container.mainContext  // error: cannot exit main actor-isolated context
  print(context)
}
