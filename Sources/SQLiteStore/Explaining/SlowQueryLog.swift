import SQLiteAccess
public import ObjectGraph

/// Is told of each statement of a store that takes long, reading and writing.
///
/// ```swift
/// let log = SlowQueryLog(threshold: .milliseconds(50)) { query in print(query) }
/// let options = StoreOptions(slowQueryLog: log)
/// ```
///
/// Two logs are equal where they are the same one.
public final class SlowQueryLog: Sendable {
  /// From how long on a statement is slow.
  public let threshold: Duration
  private let handler: @Sendable (SlowQuery) -> Void

  /// - Parameters:
  ///   - threshold: from how long on a statement is slow; time spent outside of SQLite does not count.
  ///   - handler: called after the statement, on its thread, which waits; it must not use the store, but for
  ///     ``SlowQuery/plan()``.
  public init(threshold: Duration, _ handler: @escaping @Sendable (SlowQuery) -> Void) {
    self.threshold = threshold
    self.handler = handler
  }

  func note(_ run: StatementRun, _ planner: @escaping @Sendable (String) throws -> [QueryPlanStep]) {
    if run.duration < threshold { return }
    handler(SlowQuery(sql: run.text, duration: run.duration, rows: run.rows, planner: planner))
  }
}

extension SlowQueryLog: Hashable {
  /// Whether both are the same log.
  public static func == (lhs: SlowQueryLog, rhs: SlowQueryLog) -> Bool { lhs === rhs }

  /// Hashes the log's identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// A statement that took long; it holds no values.
public struct SlowQuery: Sendable, CustomStringConvertible {
  /// The statement; what was bound to it stands as `?1`, `?2` and so on.
  public let sql: String
  /// The time within SQLite, over all its runs where it was run for many rows.
  public let duration: Duration
  /// The rows that came, or were changed.
  public let rows: Int
  private let planner: @Sendable (String) throws -> [QueryPlanStep]

  init(
    sql: String, duration: Duration, rows: Int,
    planner: @escaping @Sendable (String) throws -> [QueryPlanStep]
  ) {
    self.sql = sql
    self.duration = duration
    self.rows = rows
    self.planner = planner
  }

  /// SQLite's plan for the statement, found now.
  ///
  /// - Throws: ``StoreError``.
  public func plan() throws -> [QueryPlanStep] { try planner(sql) }

  /// The time, the rows and the statement.
  public var description: String { "\(duration), \(rows) rows: \(sql)" }
}
