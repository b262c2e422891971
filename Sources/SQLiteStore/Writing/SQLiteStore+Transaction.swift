package import GraphModel
import GraphSQL
package import ObjectGraph
import SQLSyntax
import SQLiteAccess

extension SQLiteStore {
  package func withTransaction<Value>(_ body: (any PersistentStore) throws -> Value) throws -> Value {
    try withBoundStore { store, _ in try body(store) }
  }

  /// Runs a body with a context and a session of bound SQL within one transaction.
  package func withTransaction<Value>(
    hooks: [any LifecycleHooks.Type], model: ResolvedModel,
    _ body: (ObjectContext, SQLSession) throws -> Value
  ) throws -> Value {
    do {
      return try withBoundStore { store, _ in
        let context = ObjectContext(store: store, model: model, hooks: hooks)
        try store.writer.write(context.origin) { _ in }
        let value = try body(context, SQLSession(store, context))
        // The body may have named it.
        try store.writer.write(context.origin) { _ in }
        try context.save()
        return value
      }
    } catch let conflict as SaveConflict {
      // What statements have left behind is found at the commit, when the transaction's context is gone.
      throw GraphError(conflict, in: ObjectContext(store: self, model: model))
    }
  }

  /// Runs a body with this store and its connection within one transaction; within one already, in a part of it.
  func withBoundStore<Value>(_ body: (SQLiteStore, SQLiteConnection) throws -> Value) throws -> Value {
    let names = rules.names
    if bound != nil {
      return try writer.write { connection in
        try connection.transactionOrSavepoint { error in
          error.isForeignKeyViolation ? ReferenceSearch(names).conflict(connection) : nil
        } _: {
          try body(self, connection)
        }
      }
    }
    readers.releaseSnapshots()
    return try writer.writeConfined { confined in
      let connection = confined.connection
      let bound = BoundConnection(confined, path: path)
      defer { bound.end() }
      do {
        let result = try connection.transaction(.immediate) { error in
          error.isForeignKeyViolation ? ReferenceSearch(names).conflict(connection) : nil
        } _: {
          try body(SQLiteStore(self, bound: bound), connection)
        }
        external?.tidyAfterSave(connection)
        return result
      } catch {
        keepLeases(bound, connection)
        throw error
      }
    }
  }

  /// Keys that were leased in a transaction that is rolled back may be known outside: nobody gets them again.
  private func keepLeases(_ bound: BoundConnection, _ connection: SQLiteConnection) {
    for (root, end) in bound.leasedEnds.sorted(by: { $0.key < $1.key }) {
      // Where even this fails, the store cannot be written at all.
      try? connection.transaction(.immediate) {
        try connection.execute(StoreLayout.skipKeys(to: end, of: root))
      }
    }
  }
}
