import ObjectGraph

/// The main actor's context of a container, made when it is first asked for.
@MainActor final class MainContext {
  private var made: ObjectContext?

  nonisolated init() {}

  // The context must not go on another thread while its objects are read on the main one.
  isolated deinit {}

  func context(of container: PersistentContainer) -> ObjectContext {
    if let made { return made }
    let context = container.newContext()
    made = context
    return context
  }
}
