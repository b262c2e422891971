import GraphQuery
import Dispatch
import SQLiteAccess
import GraphValues
import Synchronization

/// Connections for reading: each is used by one call at a time, and there are as many as calls overlap.
///
/// A connection keeps its read transaction for the next call, which saves half of a small query's time, as long as
/// the log shows that nobody has committed since. An idle one gives it up before this process writes, and soon
/// by itself, so that the log can always be taken into the file.
final class ReaderPool: Sendable {
  /// Connections kept open though nobody reads.
  private static let idleLimit = 4
  /// How long an idle connection may keep its snapshot.
  private static let snapshotTime = DispatchTimeInterval.milliseconds(50)

  private struct State {
    var idle: [ConfinedConnection] = []
    var isClosed = false
    var isReleaseScheduled = false
    /// Whether a connection was used since the release was scheduled.
    var wasUsed = false
    /// What closed connections had done.
    var statistics = SQLiteStatistics()
  }

  private let setup: ConnectionSetup
  private let state: Guarded<State>
  /// The open transaction that everything is read in; nil where there is none.
  private let bound: BoundConnection?

  init(setup: ConnectionSetup, first: ConfinedConnection?) {
    self.setup = setup
    state = Guarded(State(idle: first.map { [$0] } ?? []))
    bound = nil
  }

  /// Reads within an open transaction what that has written.
  init(setup: ConnectionSetup, bound: BoundConnection) {
    self.setup = setup
    state = Guarded(State())
    self.bound = bound
  }

  /// Reads for somebody who has asked for a result and can be told that there is none: a task that is cancelled meanwhile
  /// stops it. Within an open transaction nothing does.
  func query<Value>(_ body: (SQLiteConnection) throws -> Value) throws -> Value {
    if bound != nil { return try read(body) }
    return try read { connection in try connection.stoppingWhenCancelled { try body(connection) } }
  }

  func read<Value>(_ body: (SQLiteConnection) throws -> Value) throws -> Value {
    if let bound { return try bound.use { try body($0.connection) } }
    do {
      let confined = try take()
      defer { giveBack(confined) }
      do {
        try confined.beginReading()
        return try body(confined.connection)
      } catch {
        confined.endReading()
        throw error
      }
    } catch let error as SQLiteError {
      throw error.meaning(path: setup.path)
    }
  }

  /// A connection in a read transaction, which is the caller's until ``takeBack(_:)``; nil within an open transaction,
  /// whose connection nobody else can have.
  func lend() throws -> ConfinedConnection? {
    if bound != nil { return nil }
    do {
      let confined = try take()
      do {
        try confined.beginReading()
        return confined
      } catch {
        giveBack(confined)
        throw error
      }
    } catch let error as SQLiteError {
      throw error.meaning(path: setup.path)
    }
  }

  func takeBack(_ confined: ConfinedConnection) { giveBack(confined) }

  /// Ends the snapshots that idle connections hold.
  func releaseSnapshots() {
    state.withLock { state in
      for confined in state.idle { confined.endReading() }
    }
  }

  func close() {
    let idle = state.withLock { state in
      state.isClosed = true
      defer { state.idle = [] }
      return state.idle
    }
    for confined in idle { retire(confined) }
  }

  var statistics: SQLiteStatistics {
    state.withLock { state in
      state.idle.reduce(into: state.statistics) { $0.add($1.connection.statistics) }
    }
  }

  private func take() throws -> ConfinedConnection {
    let idle = try state.withLock { state throws(StoreError) in
      if state.isClosed { throw StoreError(.closed, "the store is closed", path: setup.path) }
      state.wasUsed = true
      return state.idle.popLast()
    }
    return try idle ?? ConfinedConnection(setup.reader())
  }

  private func giveBack(_ confined: ConfinedConnection) {
    let holds = confined.holdsSnapshot
    let (isKept, schedules) = state.withLock { state in
      if state.isClosed || state.idle.count >= Self.idleLimit { return (false, false) }
      state.idle.append(confined)
      let schedules = holds && !state.isReleaseScheduled
      if schedules {
        state.isReleaseScheduled = true
        state.wasUsed = false
      }
      return (true, schedules)
    }
    if !isKept { retire(confined) }
    if schedules { scheduleRelease() }
  }

  private func retire(_ confined: ConfinedConnection) {
    confined.endReading()
    state.withLock { $0.statistics.add(confined.connection.statistics) }
    confined.connection.close()
  }

  private func scheduleRelease() {
    DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + Self.snapshotTime) { [weak self] in
      self?.releaseUnused()
    }
  }

  private func releaseUnused() {
    let waits = state.withLock { state in
      if state.wasUsed && !state.isClosed {
        state.wasUsed = false
        return true
      }
      for confined in state.idle { confined.endReading() }
      state.isReleaseScheduled = false
      return false
    }
    if waits { scheduleRelease() }
  }
}

extension SQLiteStatistics {
  /// Adds what another connection has done.
  mutating func add(_ other: SQLiteStatistics) {
    statementsPrepared += other.statementsPrepared
    statementsRun += other.statementsRun
    rowsStepped += other.rowsStepped
    rowsChanged += other.rowsChanged
  }
}
