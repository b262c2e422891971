public import ObjectGraph

extension PersistentContainer {
  /// Imports any number of trees in batches, each with a context of its own and saved in one transaction: memory stays
  /// bounded by the batch.
  ///
  /// Where it throws, the batches before are saved. An import that is run again changes nothing that has not changed,
  /// as far as objects are found by their unique keys.
  ///
  /// - Parameters:
  ///   - trees: the trees; they are taken one by one.
  ///   - batchSize: the trees of a batch; at least 1.
  ///   - options: how members that are there already are treated.
  ///   - progress: called after each batch with the number of trees imported so far.
  /// - Returns: the number of trees imported.
  /// - Throws: as `ObjectContext.importRecords(_:options:)` and `ObjectContext.save()`.
  @discardableResult
  public func importTrees<Trees: Sequence>(
    _ trees: Trees, batchSize: Int = 1_000, options: ImportOptions = ImportOptions(),
    progress: (Int) -> Void = { _ in }
  ) throws -> Int where Trees.Element: GraphTree {
    try importRecords(trees.lazy.map(\.record), batchSize: batchSize, options: options, progress: progress)
  }

  /// Imports any number of records in batches, as ``importTrees(_:batchSize:options:progress:)`` does trees.
  @discardableResult
  public func importRecords(
    _ records: some Sequence<GraphRecord>, batchSize: Int = 1_000, options: ImportOptions = ImportOptions(),
    progress: (Int) -> Void = { _ in }
  ) throws -> Int {
    var done = 0
    var batch: [GraphRecord] = []
    let size = max(1, batchSize)
    func finish() throws {
      if batch.isEmpty { return }
      let context = newContext()
      try context.importRecords(batch, options: options)
      try context.save()
      done += batch.count
      batch.removeAll(keepingCapacity: true)
      progress(done)
    }
    for record in records {
      batch.append(record)
      if batch.count == size { try finish() }
    }
    try finish()
    return done
  }
}
