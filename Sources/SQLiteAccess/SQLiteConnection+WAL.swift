internal import CSQLite
internal import SQLSyntax

/// How much a checkpoint does.
package enum CheckpointMode: Sendable {
  /// What can be done without waiting.
  case passive
  /// Waits for writers and readers of older snapshots, then moves all frames.
  case full
  /// As ``full``, and then waits until the next writer can begin the log anew.
  case restart
  /// As ``restart``, and empties the log.
  case truncate

  var code: Int32 {
    switch self {
    case .passive: SQLITE_CHECKPOINT_PASSIVE
    case .full: SQLITE_CHECKPOINT_FULL
    case .restart: SQLITE_CHECKPOINT_RESTART
    case .truncate: SQLITE_CHECKPOINT_TRUNCATE
    }
  }
}

/// The header of the write-ahead log's shared index: it changes with every commit of any process.
package struct WALStamp: Sendable, Hashable {
  private let first: (UInt64, UInt64, UInt64)
  private let second: (UInt64, UInt64, UInt64)

  /// The words of a header of 48 bytes.
  init(_ start: UnsafeRawPointer) {
    func word(_ index: Int) -> UInt64 {
      start.loadUnaligned(fromByteOffset: index * 8, as: UInt64.self)
    }
    first = (word(0), word(1), word(2))
    second = (word(3), word(4), word(5))
  }

  package static func == (lhs: WALStamp, rhs: WALStamp) -> Bool {
    lhs.first == rhs.first && lhs.second == rhs.second
  }

  /// Counts the commits since the index was made.
  var commits: UInt32 { withUnsafeBytes(of: first) { $0.load(fromByteOffset: 8, as: UInt32.self) } }

  /// The frames in the log, and the checksum of the last.
  var frames: UInt32 { withUnsafeBytes(of: first) { $0.load(fromByteOffset: 16, as: UInt32.self) } }
  var checksum: UInt64 { second.0 }

  package func hash(into hasher: inout Hasher) {
    // The checksums of the last frame and of the header.
    hasher.combine(second.0)
    hasher.combine(second.2)
  }
}

extension SQLiteConnection {
  /// Moves frames from the write-ahead log into the database.
  ///
  /// - Returns: the frames of the log and those of them that are in the database; -1 outside WAL mode.
  /// - Throws: busy where a mode other than passive could not wait long enough.
  package func checkpoint(_ mode: CheckpointMode) throws -> (walFrames: Int, checkpointed: Int) {
    let database = try handle.openDatabase()
    var frames: Int32 = 0
    var checkpointed: Int32 = 0
    try handle.check(sqlite3_wal_checkpoint_v2(database, nil, mode.code, &frames, &checkpointed))
    return (Int(frames), Int(checkpointed))
  }

  /// What tells one state of the write-ahead log from another; nil outside WAL mode.
  ///
  /// Costs a copy of shared memory and no statement, also while a read transaction is open, whose snapshot is
  /// older. A change means a commit or a restart of the log.
  package func walIndexStamp() -> WALStamp? {
    guard let database = handle.database, isInSharedWAL() else { return nil }
    var pointer: UnsafeMutableRawPointer?
    guard sqlite3_file_control(database, "main", SQLITE_FCNTL_FILE_POINTER, &pointer) == SQLITE_OK,
      let file = pointer?.assumingMemoryBound(to: sqlite3_file.self),
      let methods = file.pointee.pMethods, methods.pointee.iVersion >= 2,
      let map = methods.pointee.xShmMap
    else { return nil }
    var region: UnsafeMutableRawPointer?
    // The pager has mapped this region when it opened the log; the call finds it.
    guard map(file, 0, 32768, 0, &region) == SQLITE_OK, let region else { return nil }
    // The header is there twice and a writer changes one copy after the other: they differ while it does. A
    // stamp from the middle of a change is still one that differs from those before and after.
    var stamp = WALStamp(region)
    for _ in 0..<100 {
      if stamp == WALStamp(region + 48) { break }
      stamp = WALStamp(region)
    }
    return stamp
  }

  /// Asks for the mode once: leaving WAL mode takes that no other connection is open, so only this one's
  /// pragmas can change it, and they make this ask again.
  private func isInSharedWAL() -> Bool {
    if let known = handle.isInWAL { return known }
    // The log is opened by a read, not by the pragma; mapping its index before that would make one.
    guard (try? scalar("SELECT count(*) FROM main.sqlite_schema")) != nil else { return false }
    let mode = try? scalar("PRAGMA main.journal_mode")
    let locking = try? scalar("PRAGMA main.locking_mode")
    guard mode?.textValue == "wal" else { return false }
    let isShared = locking?.textValue == "normal"
    handle.isInWAL = isShared
    return isShared
  }
}
