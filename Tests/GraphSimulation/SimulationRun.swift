package import GraphstoreTestSupport

/// One random model, and random operations on a graph of it.
package struct SimulationRun {
  /// What went wrong, and how to see it again.
  package struct Failure: Sendable, CustomStringConvertible {
    package let seed: UInt64
    package let model: String
    package let operations: [GraphOperation]
    package let difference: String

    package var description: String {
      let lines = operations.enumerated().map { "  \($0 + 1). \($1)" }
      return """
        GRAPHSTORE_SEED=\(seed): \(difference)
        \(model)
        \(lines.joined(separator: "\n"))
        """
    }
  }

  package let seed: UInt64
  package let steps: Int

  package init(seed: UInt64, steps: Int) {
    self.seed = seed
    self.steps = steps
  }

  /// Runs it.
  ///
  /// - Returns: the failure with as few operations as could be found, or nil.
  package func run() throws -> Failure? {
    var random = SeededGenerator(seed: seed)
    var maker = RandomModel(SeededGenerator(seed: random.next()))
    let model = maker.make()
    // Where everything is compared after every step no fault stays unread: that too has to be left alone at times.
    let isWatched = random.oneIn(2)
    let isUndoable = random.oneIn(3)
    let simulation = try GraphSimulation(model, isUndoable: isUndoable)
    var generator = OperationGenerator(
      SeededGenerator(seed: random.next()), simulation.schema, isUndoable: isUndoable)
    var operations: [GraphOperation] = []
    for _ in 0..<steps {
      let operation = generator.next(simulation.graph)
      operations.append(operation)
      var difference = try simulation.run(operation)
      if difference == nil, isWatched {
        difference = try simulation.difference(fetches: operations.count.isMultiple(of: 4))
      }
      guard let difference else { continue }
      if isWatched { operations.append(.compare) }
      return try shortened(model, operations, difference, isWatched, isUndoable)
    }
    return nil
  }

  private func shortened(
    _ model: ReferenceModel, _ operations: [GraphOperation], _ difference: String, _ isWatched: Bool,
    _ isUndoable: Bool
  ) throws -> Failure {
    let shrinker = OperationShrinker(model: model, isWatched: isWatched, isUndoable: isUndoable)
    let (operations, difference) = shrinker.shrink(operations, difference)
    return Failure(seed: seed, model: model.json, operations: operations, difference: difference)
  }
}
