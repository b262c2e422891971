internal import CSQLite
internal import Foundation

/// The header of a database file, read before SQLite is asked to open the file.
package struct SQLiteHeader: Sendable, Hashable {
  package static let length = 100

  /// The file's length in bytes.
  package let fileSize: Int
  /// Whether the file begins as every SQLite database does.
  package let hasMagic: Bool
  /// The bytes of a page; nil where the header names no legal size.
  package let pageSize: Int?
  package let applicationID: Int32
  package let userVersion: Int32
  /// The pages of the database; nil where an old SQLite wrote last and did not keep the number.
  package let pageCount: Int?
  /// Whether the header asks for a write-ahead log.
  package let usesWAL: Bool

  /// A file of no bytes, which SQLite takes for a new database.
  package var isEmpty: Bool { fileSize == 0 }

  /// Whether the file is shorter than the pages that its header counts. Pages that are still in a
  /// write-ahead log are not counted there.
  package var isTruncated: Bool {
    guard let pageSize, let pageCount else { return false }
    return fileSize / pageSize < pageCount
  }

  /// Parses the first bytes of a file, up to 100.
  package init(bytes: [UInt8], fileSize: Int) {
    func word(_ offset: Int) -> UInt32 {
      guard offset + 4 <= bytes.count else { return 0 }
      return bytes[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }
    self.fileSize = fileSize
    hasMagic = bytes.count >= Self.length && bytes.starts(with: "SQLite format 3\0".utf8)
    let size = Int(word(16) >> 16) == 1 ? 65_536 : Int(word(16) >> 16)
    pageSize = size >= 512 && size & (size - 1) == 0 ? size : nil
    applicationID = Int32(bitPattern: word(68))
    userVersion = Int32(bitPattern: word(60))
    pageCount = word(24) == word(92) && word(28) > 0 ? Int(word(28)) : nil
    usesWAL = bytes.count >= Self.length && bytes[18] == 2
  }

  /// Reads a file's header; nothing is locked, created or written.
  ///
  /// The file is read through SQLite's file layer: POSIX drops all of a process's locks on a file when any
  /// descriptor of it is closed, and that layer keeps its descriptors until no connection has locks on the file.
  ///
  /// - Returns: nil where there is no file.
  /// - Throws: cannot open, where it is not a regular file or may not be read.
  package static func read(_ path: String) throws -> SQLiteHeader? {
    if path.utf8.contains(0) {
      throw SQLiteError(extendedCode: SQLITE_CANTOPEN, message: "a path cannot hold a NUL")
    }
    let url = URL(fileURLWithPath: path).resolvingSymlinksInPath()
    let attributes: [FileAttributeKey: Any]
    do {
      attributes = try FileManager.default.attributesOfItem(atPath: url.path)
    } catch CocoaError.fileReadNoSuchFile, CocoaError.fileNoSuchFile {
      return nil
    } catch {
      throw SQLiteError(extendedCode: SQLITE_CANTOPEN, message: error.localizedDescription)
    }
    guard attributes[.type] as? FileAttributeType == .typeRegular else {
      throw SQLiteError(extendedCode: SQLITE_CANTOPEN, message: "it is not a regular file")
    }
    return try read(resolved: url.path, size: attributes[.size] as? Int ?? 0)
  }

  private static func read(resolved path: String, size sizeOnDisk: Int) throws -> SQLiteHeader {
    guard sqlite3_initialize() == SQLITE_OK, let system = sqlite3_vfs_find(nil),
      let open = system.pointee.xOpen,
      let name = sqlite3_create_filename(path, "", "", 0, nil)
    else {
      throw SQLiteError(extendedCode: SQLITE_NOMEM, message: "no memory to open a file")
    }
    defer { sqlite3_free_filename(name) }
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: max(Int(system.pointee.szOsFile), MemoryLayout<sqlite3_file>.size), alignment: 16)
    defer { memory.deallocate() }
    let file = memory.bindMemory(to: sqlite3_file.self, capacity: 1)
    file.initialize(to: sqlite3_file())
    let result = open(system, name, file, SQLITE_OPEN_READONLY | SQLITE_OPEN_MAIN_DB, nil)
    defer { _ = file.pointee.pMethods?.pointee.xClose?(file) }
    guard result == SQLITE_OK, let methods = file.pointee.pMethods?.pointee else {
      throw SQLiteError(extendedCode: result, message: String(cString: sqlite3_errstr(result)))
    }
    var size: Int64 = 0
    var bytes = [UInt8](repeating: 0, count: length)
    var status = methods.xFileSize?(file, &size) ?? SQLITE_IOERR
    let count = Int(min(Int64(length), size))
    if status == SQLITE_OK, count > 0 {
      status =
        bytes.withUnsafeMutableBytes { methods.xRead?(file, $0.baseAddress, Int32(count), 0) }
        ?? SQLITE_IOERR
    }
    guard status == SQLITE_OK else {
      throw SQLiteError(extendedCode: status, message: String(cString: sqlite3_errstr(status)))
    }
    // SQLite takes a file of one byte for an empty one, and would write a database over it.
    return SQLiteHeader(bytes: Array(bytes.prefix(count)), fileSize: size == 0 ? sizeOnDisk : Int(size))
  }
}
