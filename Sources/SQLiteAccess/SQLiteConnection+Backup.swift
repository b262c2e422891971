internal import CSQLite

extension SQLiteConnection {
  /// Copies the database, as of one moment, into another file, whose content is replaced.
  ///
  /// - Parameters:
  ///   - pagesPerStep: the pages copied between two calls of `progress`; -1 for all at once.
  ///   - progress: gets the pages left and their total; false ends an unfinished copy with an interruption, and
  ///     the target is as before.
  package func backup(
    to path: String, pagesPerStep: Int = 256, progress: ((_ remaining: Int, _ total: Int) -> Bool)? = nil
  ) throws {
    let source = try handle.openDatabase()
    let target = try SQLiteConnection(path: path, mode: .readWriteCreate)
    defer { target.close() }
    let targetDatabase = try target.handle.openDatabase()
    guard let backup = sqlite3_backup_init(targetDatabase, "main", source, "main") else {
      throw target.handle.error(sqlite3_extended_errcode(targetDatabase), sql: nil)
    }
    let pages = Int32(clamping: pagesPerStep == 0 ? 1 : pagesPerStep)
    var waited: Duration = .zero
    var interrupted = false
    copying: while true {
      let result = sqlite3_backup_step(backup, pages)
      switch result & 0xFF {
      case SQLITE_OK:
        waited = .zero
      case SQLITE_DONE:
        _ = progress?(0, Int(sqlite3_backup_pagecount(backup)))
        break copying
      case SQLITE_BUSY, SQLITE_LOCKED:
        guard waited < busyTimeout else { break copying }
        sqlite3_sleep(5)
        waited += .milliseconds(5)
        continue
      default:
        break copying
      }
      let remaining = Int(sqlite3_backup_remaining(backup))
      if let progress, !progress(remaining, Int(sqlite3_backup_pagecount(backup))) {
        interrupted = true
        break copying
      }
    }
    let isUnfinished = sqlite3_backup_remaining(backup) > 0
    let result = sqlite3_backup_finish(backup)
    try target.handle.check(result)
    if interrupted {
      throw SQLiteError(extendedCode: SQLITE_INTERRUPT, message: "the backup was stopped")
    }
    if isUnfinished {
      throw SQLiteError(extendedCode: SQLITE_BUSY, message: "a database of the backup is locked")
    }
  }
}
