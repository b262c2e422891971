import GraphQuery
import GraphValues

/// Reads the objects of a fetch a part at a time.
///
/// What belongs to the result and its order is decided at the beginning: by the rows as they are then, and by the
/// unsaved changes of the context. The unsaved objects are kept until it is their turn, the others are not.
final class ResultReader {
  /// The objects of a part.
  private static let partSize = 256

  private let runner: FetchRunner
  private let cursor: (any RowCursor)?
  /// The objects of the part at hand.
  private var part: [ManagedObject]
  private var next = 0
  /// The unsaved objects that belong to the result, in its order.
  private var pending: ArraySlice<ManagedObject>
  private var toSkip: Int
  private var rest: Int
  private var isAtEnd: Bool

  init(_ runner: FetchRunner) throws {
    self.runner = runner
    let plan = runner.plan
    if plan.isStale {
      cursor = nil
      pending = []
      part = plan.window(of: try runner.judgedObjects())
      (toSkip, rest, isAtEnd) = (0, part.count, true)
      try plan.prefetcher.run(part)
      return
    }
    part = []
    isAtEnd = false
    if plan.merges {
      pending = try runner.pendingMatches().sorted(by: { try runner.precedes($0, $1) })[...]
      (toSkip, rest) = (plan.offset, plan.limit ?? .max)
    } else {
      pending = []
      (toSkip, rest) = (0, .max)
    }
    var query = plan.storedQuery
    query.keysOnly = false
    cursor = try runner.store.cursor(query)
  }

  /// Stops a reading that is under way; may be called from any thread.
  var interruption: @Sendable () -> Void {
    guard let cursor else { return {} }
    return cursor.interruption
  }

  /// Whether the next object is at hand, so that no query is needed for it.
  var hasPart: Bool { next < part.count || isAtEnd }

  /// The next object that is still there; nil at the end.
  func nextObject() throws -> ManagedObject? {
    while rest > 0 {
      if next == part.count {
        if isAtEnd { return nil }
        try readPart()
        continue
      }
      let object = part[next]
      next += 1
      if toSkip > 0 {
        toSkip -= 1
        continue
      }
      rest -= 1
      // What the context has deleted since the beginning is left out.
      if object.state.isDisjoint(with: [.deleted, .detached]) { return object }
    }
    part = []
    next = 0
    isAtEnd = true
    return nil
  }

  private func readPart() throws {
    guard let cursor else { return }
    let hierarchy = runner.registry.hierarchy
    part = []
    next = 0
    hierarchy.sweepIfDue()
    let rows = try cursor.next(atMost: Self.partSize, isKnown: runner.isKnown)
    var stored: [ManagedObject] = []
    stored.reserveCapacity(rows.count)
    runner.register(rows, keysOnly: false) { stored.append($0) }
    isAtEnd = rows.isEmpty
    part = pending.isEmpty ? stored : try merged(stored)
    try runner.plan.prefetcher.run(part)
  }

  /// The stored objects, with the unsaved ones that come before the last of them; at the end all that are left.
  private func merged(_ stored: [ManagedObject]) throws -> [ManagedObject] {
    var result: [ManagedObject] = []
    for object in stored {
      while let first = pending.first, try runner.precedes(first, object) {
        result.append(pending.removeFirst())
      }
      result.append(object)
    }
    if isAtEnd {
      result += pending
      pending = []
    }
    return result
  }
}
