internal import CSQLite

/// Tells one committed state of a database from another.
package struct CommitStamp: Sendable, Hashable {
  /// Counts commits, and wraps around.
  package let count: UInt32
  private let frames: UInt32
  private let checksum: UInt64

  fileprivate init(_ stamp: WALStamp) {
    count = stamp.commits
    frames = stamp.frames
    checksum = stamp.checksum
  }

  fileprivate init(count: UInt32) {
    self.count = count
    frames = 0
    checksum = 0
  }

  /// Whether somebody has committed between another stamp and this.
  package func hasCommit(since other: CommitStamp) -> Bool {
    if count != other.count { return true }
    // A log that begins anew has the same content in fewer frames.
    return frames > 0 && (frames != other.frames || checksum != other.checksum)
  }
}

extension SQLiteConnection {
  /// What tells the state committed last from others; nil where there is nothing to tell it by.
  ///
  /// Costs a copy of shared memory, or without a log a read of four bytes, and no statement; a snapshot that this
  /// connection holds may be older.
  package func commitStamp() -> CommitStamp? {
    if let stamp = walIndexStamp() { return CommitStamp(stamp) }
    guard let database = handle.database else { return nil }
    var pointer: UnsafeMutableRawPointer?
    guard sqlite3_file_control(database, "main", SQLITE_FCNTL_FILE_POINTER, &pointer) == SQLITE_OK,
      let file = pointer?.assumingMemoryBound(to: sqlite3_file.self),
      let read = file.pointee.pMethods?.pointee.xRead
    else { return nil }
    // The change counter in the file's header: https://sqlite.org/fileformat2.html#file_change_counter
    var counter: UInt32 = 0
    let result = withUnsafeMutableBytes(of: &counter) { read(file, $0.baseAddress, 4, 24) }
    return result == SQLITE_OK ? CommitStamp(count: UInt32(bigEndian: counter)) : nil
  }
}
