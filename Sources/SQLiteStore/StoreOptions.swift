/// How a store's file is opened.
public struct StoreOptions: Sendable, Hashable {
  /// How SQLite keeps transactions atomic: https://sqlite.org/pragma.html#pragma_journal_mode
  public enum JournalMode: String, Sendable, Hashable {
    /// A write-ahead log beside the file: readers and the writer never wait for each other.
    case writeAheadLog = "wal"
    /// A rollback journal: one file at rest; readers wait for the writer and the writer for readers. For
    /// file systems without shared memory.
    case rollback = "delete"
  }

  /// What a finished save survives: https://sqlite.org/pragma.html#pragma_synchronous
  public enum Durability: String, Sendable, Hashable {
    /// The loss of power: each save waits for the disk.
    case full
    /// The end of the process; after a loss of power the last saves may be missing, the store is intact.
    case normal
  }

  /// How transactions are kept atomic.
  public var journalMode: JournalMode
  /// What a finished save survives.
  public var durability: Durability
  /// How long to wait for other connections' locks before a call throws.
  public var busyTimeout: Duration
  /// Whether the file is only read; it has to exist then.
  public var isReadOnly: Bool
  /// The most bytes of pages that each connection keeps in memory.
  public var pageCacheSize: Int
  /// The most bytes of an external attribute's value that are kept in its row; larger values are kept in files beside
  /// the store.
  public var externalThreshold: Int
  /// The most rows of a table that a fetch or a count with a condition may look at because no index serves it; nil, the
  /// default, for any number. A query beyond it throws ``StoreError`` with code `fullScan`, and names the index to
  /// declare. Not meant are requests without a condition, which return what they look at.
  public var fullScanLimit: Int?
  /// Is told of slow statements; nil, the default, for none.
  public var slowQueryLog: SlowQueryLog?
  /// How long files of external attributes stay after nothing leads to them any more: objects that were read before
  /// may still want them.
  package var externalGracePeriod: Duration = .seconds(300)

  /// Options; each has a default.
  ///
  /// - Parameters:
  ///   - journalMode: how transactions are kept atomic.
  ///   - durability: what a finished save survives.
  ///   - busyTimeout: how long to wait for other connections' locks.
  ///   - isReadOnly: whether the file is only read.
  ///   - pageCacheSize: the most bytes of pages each connection keeps in memory; at least 64 KiB are used.
  ///   - externalThreshold: the most bytes of an external attribute's value that are kept in its row.
  ///   - fullScanLimit: the most rows of a table that a query with a condition may look at without an index.
  ///   - slowQueryLog: is told of slow statements.
  public init(
    journalMode: JournalMode = .writeAheadLog, durability: Durability = .full,
    busyTimeout: Duration = .seconds(5), isReadOnly: Bool = false, pageCacheSize: Int = 16 << 20,
    externalThreshold: Int = 128 << 10, fullScanLimit: Int? = nil, slowQueryLog: SlowQueryLog? = nil
  ) {
    self.journalMode = journalMode
    self.durability = durability
    self.busyTimeout = busyTimeout
    self.isReadOnly = isReadOnly
    self.pageCacheSize = pageCacheSize
    self.externalThreshold = externalThreshold
    self.fullScanLimit = fullScanLimit
    self.slowQueryLog = slowQueryLog
  }
}
