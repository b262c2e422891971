import BenchmarkBaseline
import Foundation

/// The hand-written baseline, with its result codes turned into errors.
final class BaselineStore {
  private var store: OpaquePointer?

  /// Opens an existing file and runs `pragmas` on the connection.
  init(opening url: URL, pragmas: String) throws {
    try check(baseline_open(url.path, pragmas, &store))
  }

  deinit {
    close()
  }

  func close() {
    if let store { baseline_close(store) }
    store = nil
  }

  /// Copies the log into the file.
  func checkpoint() throws {
    try check(baseline_checkpoint(opened()))
  }

  /// What was done since opening.
  var counts: WorkCounts {
    guard let store else { return WorkCounts() }
    let counts = baseline_counts_of(store)
    return WorkCounts(
      statements: Int(counts.statements), rows: Int(counts.rows), changed: Int(counts.changed))
  }

  // MARK: Reading

  func fetchAll(into result: BaselineRows) throws {
    try check(baseline_fetch_all(opened(), &result.list))
  }

  func fetchFiltered(_ newsids: Range<Int64>, into result: BaselineRows) throws {
    try check(
      baseline_fetch_filtered(opened(), newsids.lowerBound, newsids.upperBound, &result.list))
  }

  func lookup(_ newsids: [Int64], into result: BaselineRows) throws {
    try check(baseline_lookup(opened(), newsids, newsids.count, &result.list))
  }

  func count(newsidGreaterThan bound: Int64) throws -> Int64 {
    var count: Int64 = 0
    try check(baseline_count(opened(), bound, &count))
    return count
  }

  /// The checksum of the groups of rows by userid.
  func aggregate() throws -> UInt64 {
    var checksum: UInt64 = 0
    try check(baseline_aggregate(opened(), &checksum))
    return checksum
  }

  /// The checksum of all rows in the order of their newsids.
  func verify() throws -> UInt64 {
    var checksum: UInt64 = 0
    var count: Int64 = 0
    try check(baseline_verify(opened(), &checksum, &count))
    return checksum
  }

  // MARK: Writing

  func insert(_ rows: BaselineRows) throws {
    guard let first = rows.list.rows else { return }
    try check(baseline_insert(opened(), first, rows.list.count))
  }

  func update(_ rows: BaselineRows) throws {
    try check(baseline_update(opened(), &rows.list))
  }

  func delete(_ rows: BaselineRows) throws {
    try check(baseline_delete(opened(), &rows.list))
  }

  func batchUpdate(newsidGreaterThan bound: Int64, commentsno: Int64) throws {
    try check(baseline_batch_update(opened(), bound, commentsno))
  }

  func batchDelete(newsidGreaterThan bound: Int64) throws {
    try check(baseline_batch_delete(opened(), bound))
  }

  func opened() throws -> OpaquePointer {
    guard let store else { throw BenchmarkError("the baseline's store is closed") }
    return store
  }

  func check(_ code: Int32) throws {
    guard code != 0 else { return }
    let message = store.map { String(cString: baseline_message($0)) } ?? "code \(code)"
    throw BenchmarkError("baseline: \(message)")
  }
}
