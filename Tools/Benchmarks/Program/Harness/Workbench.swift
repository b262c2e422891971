import BenchmarkBaseline
import Foundation

/// What the operations share: the rows, the files and the stopwatch.
///
/// Every run opens its own connections on both sides, so that neither finds a cache that the other has not. Reads
/// work on one file each, copied from the same bytes; each write works on a fresh copy.
final class Workbench {
  let rows: InputRows
  let durability: BenchmarkOptions.Synchronous
  private let directory: URL
  private var copies = 0
  private let clock = ContinuousClock()

  /// A store without rows and one with all rows, as Graphstore makes them.
  private let emptyStore: URL
  private let filledStore: URL
  private var readableStores: [Contender: URL] = [:]
  private var graphFiles = GraphFiles()

  init(rows: InputRows, options: BenchmarkOptions, directory: URL) throws {
    self.rows = rows
    durability = options.synchronous
    self.directory = directory
    emptyStore = directory.appending(path: "empty.sqlite")
    filledStore = directory.appending(path: "filled.sqlite")
    try StoreFiles.makeEmpty(at: emptyStore)
    try StoreFiles.makeFilled(at: filledStore, rows: rows.swift)
  }

  // MARK: Files

  /// A fresh file without rows.
  func newEmptyStore() throws -> URL { try copy(of: emptyStore) }

  /// A fresh file with all rows.
  func newFilledStore() throws -> URL { try copy(of: filledStore) }

  /// The file with all rows that a contender reads and never changes.
  func readableStore(of contender: Contender) throws -> URL {
    if let existing = readableStores[contender] { return existing }
    let made = try newFilledStore()
    readableStores[contender] = made
    return made
  }

  /// Removes a file that a write has used, and what stands beside it.
  func remove(_ store: URL) {
    for suffix in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: store.path + suffix)
    }
  }

  private func copy(of original: URL) throws -> URL {
    copies += 1
    let copy = directory.appending(path: "copy-\(copies).sqlite")
    try FileManager.default.copyItem(at: original, to: copy)
    // What was copied goes to the disk now, so that it is not written out at the expense of what is measured.
    let file = try FileHandle(forUpdating: copy)
    try file.synchronize()
    try file.close()
    return copy
  }

  // MARK: Files of the graph

  /// A fresh file with all authors and their posts.
  func newGraphStore() throws -> URL {
    try copy(of: graphFiles.filled(in: directory, rows: rows))
  }

  /// A fresh file with one list of tracks.
  func newPlaylistStore() throws -> URL {
    try copy(of: graphFiles.playlist(in: directory, tracks: trackCount))
  }

  /// The file with all authors and posts that a contender reads and never changes.
  func readableGraphStore(of contender: Contender) throws -> URL {
    if let existing = graphFiles.readable[contender] { return existing }
    let made = try newGraphStore()
    graphFiles.readable[contender] = made
    return made
  }

  /// How long the list is.
  var trackCount: Int { min(10_000, rows.count) }

  /// The faster of two ways of the baseline, found out once in three runs each.
  func fasterWay(of operation: String, _ run: (GraphWay) throws -> Duration) rethrows -> GraphWay {
    if let known = graphFiles.ways[operation] { return known }
    var times: [GraphWay: [Double]] = [:]
    for _ in 0..<3 {
      for way in GraphWay.allCases { times[way, default: []].append(try run(way) / .milliseconds(1)) }
    }
    let byAuthor = median(times[.byAuthor, default: []])
    let way: GraphWay = byAuthor <= median(times[.asSet, default: []]) ? .byAuthor : .asSet
    graphFiles.ways[operation] = way
    return way
  }

  // MARK: Stores

  func openGraphstore(_ store: URL) throws -> GraphstoreStore {
    try GraphstoreStore(opening: store, synchronous: durability)
  }

  func openBaseline(_ store: URL) throws -> BaselineStore {
    try BaselineStore(opening: store, pragmas: BaselinePragmas.script(synchronous: durability))
  }

  /// The checksum of all rows of a closed store in the order of their newsids.
  func checksumOfFile(_ store: URL) throws -> UInt64 {
    let store = try openBaseline(store)
    defer { store.close() }
    return try store.verify()
  }

  /// The checksum of all authors and posts of a closed store.
  func checksumOfGraph(_ store: URL) throws -> UInt64 {
    let store = try openBaseline(store)
    defer { store.close() }
    return try store.verifyGraph()
  }

  /// The checksum of all tracks of a closed store in the order of the list.
  func checksumOfTracks(_ store: URL) throws -> UInt64 {
    let store = try openBaseline(store)
    defer { store.close() }
    return try store.verifyTracks()
  }

  // MARK: Measuring

  /// Times `body`, which returns the checksum of what it read.
  ///
  /// `counts` tells the work done so far. Results that `body` leaves in its surroundings are not freed within the time.
  func measure(
    counts: () -> WorkCounts = { WorkCounts() }, _ body: () throws -> UInt64
  ) rethrows -> Sample {
    baseline_heap_trim()
    let heapBefore = baseline_heap_in_use()
    let countsBefore = counts()
    let start = clock.now
    let checksum = try body()
    let duration = clock.now - start
    let heapAfter = baseline_heap_in_use()
    return Sample(
      duration: duration, checksum: checksum, counts: counts() - countsBefore,
      heapBytes: heapBefore < 0 ? nil : Int(heapAfter - heapBefore))
  }
}
