public import ObjectGraph

extension PersistentContainer {
  /// The commits of the store from now on, whoever makes them: contexts, batches, bound SQL, in this process or another.
  ///
  /// ```swift
  /// for await change in container.changes {
  ///   print(change.changes.inserted, change.changes.updated, change.changes.deleted)
  /// }
  /// ```
  ///
  /// Whoever is slow gets several commits as one change. Where another program has committed that did not tell what it
  /// changed, ``StoreChange/isComplete`` is false: read anew what is shown.
  ///
  /// - Returns: a sequence to be iterated once; ask again for another subscriber.
  public var changes: StoreChanges { StoreChanges(store, resolved) }
}
