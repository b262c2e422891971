import Foundation
import GraphModel
import GraphSQL
import GraphValues
import ObjectGraph
import SQLSyntax
import SQLiteAccess
import Synchronization

/// Keeps the large values of a store's external attributes: writes their files with saves, reads them, and removes
/// those that no row leads to any more.
final class ExternalStorage: Sendable {
  private struct State {
    /// Files written since the last tidying.
    var newFiles = 0
    var nextTidying = ContinuousClock.now
  }

  /// Files written before they are settled during a save.
  private static let newFileLimit = 64
  /// Files removed after a save, so that no save waits long.
  private static let removalsPerSave = 256
  /// Files removed when a store is opened or closed.
  private static let removalsAtRest = 1 << 16

  private let folder: ExternalFolder
  private let layout: ExternalLayout
  private let slots: [String: [Int]]
  private let threshold: Int
  private let gracePeriod: Duration
  private let state = Guarded(State())

  init(_ layout: ExternalLayout, _ model: ResolvedModel, _ setup: ConnectionSetup) {
    self.layout = layout
    let byRoot = Dictionary(grouping: layout.columns, by: \.table).mapValues { $0.map(\.slot) }
    slots = Dictionary(
      model.entities.compactMap { entity in byRoot[entity.rootName].map { (entity.name, $0) } },
      uniquingKeysWith: { first, _ in first })
    threshold = max(0, setup.options.externalThreshold)
    gracePeriod = setup.options.externalGracePeriod
    folder = ExternalFolder(storePath: setup.path, isDurable: !setup.isTransient)
  }

  func value(_ reference: ExternalReference) throws -> Data { try folder.read(reference) }

  // MARK: Saving

  /// Takes large values out of a change set.
  func writes(for changes: ChangeSet) -> ExternalWrites {
    ExternalWrites(changes, slots: slots, threshold: threshold)
  }

  /// Runs a save that writes files right before it commits.
  ///
  /// - Parameter save: runs the transaction, and calls what it is given at its end.
  func save<Outcome>(
    _ writes: ExternalWrites, _ save: (_ beforeCommit: () throws -> Void) throws -> Outcome
  ) throws -> Outcome {
    try self.save(writes.files, expecting: writes, save)
  }

  /// Runs a transaction that writes files right before it commits.
  ///
  /// - Parameters:
  ///   - writes: whose references have to lead to files that are there.
  ///   - save: runs the transaction, and calls what it is given at its end.
  func save<Outcome>(
    _ files: [ExternalFile], expecting writes: ExternalWrites? = nil,
    _ save: (_ beforeCommit: () throws -> Void) throws -> Outcome
  ) throws -> Outcome {
    var isCommitting = false
    do {
      let outcome = try save {
        if let writes { try checkExpected(writes) }
        if !files.isEmpty { try folder.write(files) }
        isCommitting = true
      }
      if !files.isEmpty {
        state.withLock { $0.newFiles += files.count }
        ExternalStep.committed.reached()
      }
      return outcome
    } catch {
      // A commit whose end the disk did not report may come back when the log is read again: the files' rows will tell
      // whether it has.
      if !isCommitting || (error as? SQLiteError)?.isIOError != true { folder.removeNew(files) }
      throw error
    }
  }

  /// The file of a value; nil where it is kept in its row.
  func file(for value: AttributeValue, _ codec: AttributeCodec) -> ExternalFile? {
    guard let bytes = codec.withContent(of: value, { $0.count > threshold ? Array($0) : nil }) ?? nil else {
      return nil
    }
    let rows = PackedRows(layout: RowLayout(kinds: []), words: [], bytes: bytes)
    return ExternalFile(rows, 0..<bytes.count)
  }

  /// Objects that are inserted again bring references of before: their files may be gone.
  private func checkExpected(_ writes: ExternalWrites) throws {
    for (entity, key, reference) in writes.expected where !folder.holds(reference.name) {
      throw StoreError(
        .missingFile,
        "\(entity)/\(key) is inserted again, and the file that held one of its values is removed since: set the value anew",
        path: folder.path)
    }
  }

  // MARK: Tidying

  /// Tidies up after a save, now and then.
  func tidyAfterSave(_ connection: SQLiteConnection) {
    let now = ContinuousClock.now
    let isDue = state.withLock { state in
      guard state.newFiles >= Self.newFileLimit || now >= state.nextTidying else { return false }
      state.nextTidying = now + min(max(gracePeriod, .milliseconds(20)), .seconds(10))
      return true
    }
    if isDue { tidy(connection, limit: Self.removalsPerSave) }
  }

  /// Tidies up a store that was just opened, or is about to be closed.
  func tidyAtRest(_ connection: SQLiteConnection) { tidy(connection, limit: Self.removalsAtRest) }

  /// Settles new files, and removes files that were let go of long enough ago; what cannot be done now is done
  /// another time.
  private func tidy(_ connection: SQLiteConnection, limit: Int) {
    let timeout = connection.busyTimeout
    connection.busyTimeout = .zero
    defer { connection.busyTimeout = timeout }
    do {
      let isNeeded = try !folder.newNames().isEmpty || !due(connection, limit: 1).isEmpty
      if isNeeded {
        try connection.transaction(.immediate) {
          let names = folder.newNames()
          let due = try due(connection, limit: limit)
          try folder.synchronizeCommits()
          try settle(names, connection)
          try remove(due, connection)
        }
      }
      state.withLock { $0.newFiles = 0 }
    } catch {
      // Nothing is lost: the files are found again.
    }
  }

  /// New files of saves that were committed move to their places; others are removed. No save can be under way: this
  /// connection holds the write lock.
  private func settle(_ names: [UUID], _ connection: SQLiteConnection) throws {
    for name in names {
      if try isReferenced(name, connection) || isListed(name, connection) {
        try folder.settle(name)
      } else {
        try folder.remove(name)
      }
    }
  }

  /// Removes files of the list; those that a row leads to, as after a row was taken out and put back, are only taken
  /// off the list.
  private func remove(_ names: [[UInt8]], _ connection: SQLiteConnection) throws {
    for bytes in names {
      if let name = AttributeCodec.uuid(bytes[...]), try !isReferenced(name, connection) {
        try folder.remove(name)
      }
    }
    if !names.isEmpty { try folder.synchronizeRemovals() }
    for bytes in names {
      try connection.withStatement(ExternalLayout.unlistText) { statement in
        try statement.bindBlob(bytes, at: 1)
        _ = try statement.step()
      }
    }
    if !names.isEmpty { ExternalStep.listShortened.reached() }
  }

  private func due(_ connection: SQLiteConnection, limit: Int) throws -> [[UInt8]] {
    let now = Int64(Date().timeIntervalSince1970)
    return try connection.withStatement(ExternalLayout.dueText) { statement in
      try statement.bind([
        .integer(now - gracePeriod.components.seconds), .integer(now), .integer(Int64(limit)),
      ])
      var names: [[UInt8]] = []
      while try statement.step() {
        if case .blob(let bytes) = statement.value(0) { names.append(bytes) }
      }
      return names
    }
  }

  private func isReferenced(_ name: UUID, _ connection: SQLiteConnection) throws -> Bool {
    for text in layout.referenceTexts where try has(name, text, connection) { return true }
    return false
  }

  private func isListed(_ name: UUID, _ connection: SQLiteConnection) throws -> Bool {
    try has(name, ExternalLayout.listedText, connection)
  }

  private func has(_ name: UUID, _ text: String, _ connection: SQLiteConnection) throws -> Bool {
    try connection.withStatement(text) { statement in
      try statement.bindBlob(withUnsafeBytes(of: name.uuid) { Array($0) }, at: 1)
      return try statement.step()
    }
  }

  // MARK: Opening

  /// Sees to a store that was just opened: what watches over its files has to be there, and what a stopped process
  /// has left is tidied up.
  ///
  /// - Throws: the connection's errors where the triggers have to be made again.
  func attend(_ connection: SQLiteConnection) throws {
    let found = try connection.query("SELECT name FROM sqlite_schema")
    let wanted = layout.creations.filter { !found.contains([.text($0.name)]) }
    if !wanted.isEmpty {
      // Tools that change a table by copying it lose its triggers.
      try connection.transaction(.immediate) {
        for (_, creation) in wanted { try connection.execute(creation) }
        try listOrphans(connection)
      }
    }
    tidyAtRest(connection)
  }

  /// Lists all files that no row leads to.
  private func listOrphans(_ connection: SQLiteConnection) throws {
    let now = Int64(Date().timeIntervalSince1970)
    for name in folder.settledNames() where try !isReferenced(name, connection) {
      try connection.withStatement(ExternalLayout.listText) { statement in
        try statement.bind([.blob(withUnsafeBytes(of: name.uuid) { Array($0) }), .integer(now)])
        _ = try statement.step()
      }
    }
  }
}
