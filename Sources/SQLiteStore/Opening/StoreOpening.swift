import Foundation
package import GraphModel
import GraphSQL
import SQLSyntax
import SQLiteAccess

extension SQLiteStore {
  /// Opens a store's file, or makes it.
  ///
  /// - Throws: ``StoreError``; a file that is refused is left as it is, and nothing is made beside it.
  package static func open(_ model: ResolvedModel, path: String, options: StoreOptions) throws -> SQLiteStore
  {
    try open(model, path: path, options: options, temporaryFolder: nil)
  }

  /// Opens a store that goes with the last user of it.
  package static func openTransient(_ model: ResolvedModel, options: StoreOptions) throws -> SQLiteStore {
    let folder = try TemporaryFolder()
    let path = folder.url.appending(path: "store.sqlite").path
    return try open(model, path: path, options: options, temporaryFolder: folder)
  }

  private static func open(
    _ model: ResolvedModel, path: String, options: StoreOptions, temporaryFolder: TemporaryFolder?
  ) throws -> SQLiteStore {
    let layout = StoreLayout(model)
    let setup = ConnectionSetup(
      path: path, options: options, isTransient: temporaryFolder != nil,
      hasSearchIndexes: !layout.search.isEmpty)
    let start = ContinuousClock.now
    while true {
      do {
        return try open(model, layout, setup, temporaryFolder)
      } catch let error as SQLiteError
        where error.isBusy && start.duration(to: .now) < options.busyTimeout
      {
        // SQLite does not wait for every lock: a change of the journal mode gives up at once.
        Thread.sleep(forTimeInterval: 0.002)
      } catch let error as SQLiteError {
        throw StoreError(error, path: path)
      }
    }
  }

  private static func open(
    _ model: ResolvedModel, _ layout: StoreLayout, _ setup: ConnectionSetup,
    _ temporaryFolder: TemporaryFolder?
  ) throws -> SQLiteStore {
    let (path, options) = (setup.path, setup.options)
    switch try StoreFile(path: path).inspect(isReadOnly: options.isReadOnly) {
    case .nothing:
      try create(model.model, layout, setup)
    case .store:
      try checkUntouched(model.model, path: path)
    }
    let connection = try options.isReadOnly ? setup.reader() : setup.writer(creates: false)
    if try !options.isReadOnly && isEmpty(connection) {
      // Its maker was killed, and the journal took everything back.
      try create(model.model, layout, setup)
    }
    let facts = try StoreFacts.read(connection)
    try facts.check(model.model, path: path)
    try TableCheck(layout: layout).run(connection)
    if !options.isReadOnly { try setJournalMode(connection, options) }
    let external = layout.external.map { ExternalStorage($0, model, setup) }
    if !options.isReadOnly { try external?.attend(connection) }
    let store = SQLiteStore(
      identifier: facts.identifier, model: model, layout: layout, setup: setup,
      connection: ConfinedConnection(connection), external: external, temporaryFolder: temporaryFolder)
    if !options.isReadOnly {
      try store.logKeeper.attach(store, connection)
      connection.transactionWatcher = CommitRecorder(store.feed, CaptureTables(layout: layout))
    }
    return store
  }

  /// Makes the tables in one transaction, before the file becomes a log's: a file that says it is a store of
  /// ours is whole.
  private static func create(_ model: EntityModel, _ layout: StoreLayout, _ setup: ConnectionSetup) throws {
    let connection = try setup.writer(creates: true)
    defer { connection.close() }
    try connection.transaction(.exclusive) {
      // Another process may have been quicker.
      if try !isEmpty(connection) { return }
      let facts: [(StoreLayout.Fact, String)] = [
        (.identifier, UUID().uuidString), (.model, model.canonicalJSON), (.modelName, model.name),
        (.fingerprint, model.fingerprint),
      ]
      for statement in layout.creation(facts: facts) { try connection.execute(statement) }
    }
  }

  private static func isEmpty(_ connection: SQLiteConnection) throws -> Bool {
    try connection.scalar("SELECT count(*) FROM sqlite_schema") == .integer(0)
  }

  /// Reads the facts of a file at rest without making a log beside it, so that a refused file stays untouched.
  private static func checkUntouched(_ model: EntityModel, path: String) throws {
    if StoreFile(path: path).hasCompanion { return }
    let connection = try SQLiteConnection(path: path, mode: .immutable)
    defer { connection.close() }
    do {
      try StoreFacts.read(connection).check(model, path: path)
    } catch is SQLiteError where StoreFile(path: path).hasCompanion {
      // It is not at rest any more: what was read may have been half of another's commit.
    }
  }

  private static func setJournalMode(_ connection: SQLiteConnection, _ options: StoreOptions) throws {
    let wanted = options.journalMode.rawValue
    let mode = try connection.scalar("PRAGMA journal_mode = \(sql: SQL(raw: wanted))")
    guard mode == .text(wanted) else {
      throw StoreError(
        .cannotOpen, "the journal mode \"\(wanted)\" cannot be had here; try the other one",
        path: connection.path)
    }
  }
}
