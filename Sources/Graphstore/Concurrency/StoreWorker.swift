import ObjectGraph

/// The isolation of one piece of work on a store.
actor StoreWorker {
  private let executor = DispatchExecutor(label: "graphstore.perform")

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  func run<Value>(
    _ container: PersistentContainer, _ body: sending (ObjectContext) throws -> sending Value
  ) throws -> sending Value {
    try body(container.newContext())
  }
}
