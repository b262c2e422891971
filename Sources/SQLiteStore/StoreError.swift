package import SQLiteAccess

/// What went wrong with a store's file.
public struct StoreError: Error, Sendable, CustomStringConvertible {
  /// The kind of a store error; new kinds may be added.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    /// The code's name.
    public let description: String

    /// There is no file, and a read-only store does not make one.
    public static let notFound = Code(description: "notFound")
    /// The location is a directory, or lies in none.
    public static let invalidLocation = Code(description: "invalidLocation")
    /// The file is no SQLite database.
    public static let notADatabase = Code(description: "notADatabase")
    /// The file is an SQLite database, but not a Graphstore store.
    public static let foreignFile = Code(description: "foreignFile")
    /// A newer version of Graphstore wrote the store.
    public static let newerFormat = Code(description: "newerFormat")
    /// Another model wrote the store.
    public static let modelMismatch = Code(description: "modelMismatch")
    /// The file is damaged, or lacks tables of its model.
    public static let corrupt = Code(description: "corrupt")
    /// The store cannot be written.
    public static let readOnly = Code(description: "readOnly")
    /// Another connection kept the store locked for longer than the busy timeout.
    public static let busy = Code(description: "busy")
    /// The disk, or the quota, is full.
    public static let full = Code(description: "full")
    /// The file cannot be opened.
    public static let cannotOpen = Code(description: "cannotOpen")
    /// Reading or writing the file failed.
    public static let inputOutput = Code(description: "inputOutput")
    /// The operation was interrupted.
    public static let interrupted = Code(description: "interrupted")
    /// A value is larger than SQLite keeps: about 1 GB.
    public static let tooLarge = Code(description: "tooLarge")
    /// A file beside the store with the value of an external attribute is missing.
    public static let missingFile = Code(description: "missingFile")
    /// A query would look at the whole of a larger table than the store's options allow.
    public static let fullScan = Code(description: "fullScan")
    /// A write was begun within another one, which it would wait for without end.
    public static let writingAlready = Code(description: "writingAlready")
    /// A statement from outside is no SQL, names what there is not, or wants what it may not do.
    public static let invalidStatement = Code(description: "invalidStatement")
    /// The store is closed.
    public static let closed = Code(description: "closed")
    /// Anything else that SQLite reports; see ``StoreError/extendedResultCode``.
    public static let other = Code(description: "other")
  }

  /// The kind of error.
  public let code: Code
  /// A sentence for a person.
  public let message: String
  /// The store's file.
  public let path: String
  /// SQLite's extended result code, where SQLite reported the error: https://sqlite.org/rescode.html
  public let extendedResultCode: Int32?
  /// The statement that failed, without values.
  public let sql: String?

  /// The file and the message.
  public var description: String { "\(path): \(message)" }

  package init(
    _ code: Code, _ message: String, path: String, extendedResultCode: Int32? = nil, sql: String? = nil
  ) {
    self.code = code
    self.message = message
    self.path = path
    self.extendedResultCode = extendedResultCode
    self.sql = sql
  }

  package init(_ error: SQLiteError, path: String) {
    let (code, lead): (Code, String) =
      if error.isBusy {
        (.busy, "the store is locked by another connection")
      } else if error.isCorrupt {
        (.corrupt, "the store is damaged")
      } else if error.isFull {
        (.full, "the disk is full")
      } else if error.isReadOnly {
        (.readOnly, "the store cannot be written")
      } else if error.isNotADatabase {
        (.notADatabase, "the file is no SQLite database")
      } else if error.isInterrupted {
        (.interrupted, "the operation was interrupted")
      } else if error.isCannotOpen {
        (.cannotOpen, "the file cannot be opened")
      } else if error.isIOError {
        (.inputOutput, "reading or writing the file failed")
      } else if error.isTooBig {
        (.tooLarge, "a value is larger than SQLite keeps")
      } else {
        (.other, "SQLite reports")
      }
    self.init(
      code, "\(lead): \(error.message)", path: path, extendedResultCode: error.extendedCode, sql: error.sql)
  }
}

extension StoreError {
  /// A location where no store can be.
  package static func invalidLocation(_ message: String) -> StoreError {
    StoreError(.invalidLocation, message, path: "")
  }
}
