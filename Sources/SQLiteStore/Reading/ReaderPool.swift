import SQLiteAccess
import Synchronization

/// Connections for reading: each is used by one call at a time, and there are as many as calls overlap.
final class ReaderPool: Sendable {
  /// Connections kept open though nobody reads.
  private static let idleLimit = 4

  private struct State {
    var idle: [ConfinedConnection] = []
    var isClosed = false
    /// What closed connections had done.
    var statistics = SQLiteStatistics()
  }

  private let setup: ConnectionSetup
  private let state: Mutex<State>

  init(setup: ConnectionSetup, first: ConfinedConnection?) {
    self.setup = setup
    state = Mutex(State(idle: first.map { [$0] } ?? []))
  }

  func read<Value>(_ body: (SQLiteConnection) throws -> Value) throws -> Value {
    do {
      let confined = try take()
      defer { giveBack(confined) }
      return try body(confined.connection)
    } catch let error as SQLiteError {
      throw StoreError(error, path: setup.path)
    }
  }

  func close() {
    let idle = state.withLock { state in
      state.isClosed = true
      defer { state.idle = [] }
      return state.idle
    }
    for confined in idle { confined.connection.close() }
  }

  var statistics: SQLiteStatistics {
    state.withLock { state in
      state.idle.reduce(into: state.statistics) { sum, confined in
        let statistics = confined.connection.statistics
        sum.statementsPrepared += statistics.statementsPrepared
        sum.statementsRun += statistics.statementsRun
        sum.rowsStepped += statistics.rowsStepped
      }
    }
  }

  private func take() throws -> ConfinedConnection {
    let idle = try state.withLock { state throws(StoreError) in
      if state.isClosed { throw StoreError(.closed, "the store is closed", path: setup.path) }
      return state.idle.popLast()
    }
    return try idle ?? ConfinedConnection(setup.reader())
  }

  private func giveBack(_ confined: ConfinedConnection) {
    let isKept = state.withLock { state in
      if state.isClosed || state.idle.count >= Self.idleLimit { return false }
      state.idle.append(confined)
      return true
    }
    if !isKept { confined.connection.close() }
  }
}
