import ObjectGraph
import SQLiteStore

/// The isolation of one piece of work on a store.
actor StoreWorker {
  private let executor = DispatchExecutor(label: "graphstore.perform")

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  func run<Value>(
    _ container: PersistentContainer, _ body: sending (ObjectContext) throws -> sending Value
  ) throws -> sending Value {
    try Task.checkCancellation()
    return try body(container.newContext())
  }

  func snapshot<Value>(
    _ container: PersistentContainer, _ body: sending (ObjectContext) throws -> sending Value
  ) throws -> sending Value {
    try Task.checkCancellation()
    return try container.withSnapshot(body)
  }

  func write<Value>(
    _ container: PersistentContainer, _ body: sending (ObjectContext, SQLSession) throws -> sending Value
  ) throws -> sending Value {
    try Task.checkCancellation()
    return try container.write(body)
  }

  func insert<Source: AsyncSequence>(
    _ container: PersistentContainer, _ request: sending BatchInsertRequest<Source>
  ) async throws -> BatchResult where Source.Element: EntityValues {
    try await container.newContext().execute(request)
  }
}
