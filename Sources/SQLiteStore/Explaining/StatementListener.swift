import GraphSQL
import GraphValues
import ObjectGraph
import SQLiteAccess
import Synchronization

/// Hands what a store's connections measure to its log of slow statements.
final class StatementListener: Sendable {
  private let log: SlowQueryLog
  private let planner = Guarded<(@Sendable (String) throws -> [QueryPlanStep])?>(nil)

  init(_ log: SlowQueryLog) {
    self.log = log
  }

  /// Has plans read by a store's own readers.
  func connect(_ readers: ReaderPool) {
    planner.withLock { planner in
      planner = { [weak readers] text in
        guard let readers else { return [] }
        return try readers.read { try PlanLine.plan(of: text, $0) }.map(\.step)
      }
    }
  }

  func attach(to connection: SQLiteConnection) {
    connection.statementListener = { [self] run in
      // What plans are read with is no statement of the store's.
      if run.text.hasPrefix("EXPLAIN ") { return }
      log.note(run) { [self] text in try planner.withLock { $0 }?(text) ?? [] }
    }
  }
}
