import Foundation
import GraphSQL
import SQLiteAccess

/// Looks at a store's file before SQLite does: what is not ours is refused, and nothing beside it is made.
struct StoreFile {
  enum Finding {
    /// There is no file, or an empty one: a store can be made.
    case nothing
    /// A file that says it is a store of ours, of this format.
    case store
  }

  let path: String

  func inspect(isReadOnly: Bool) throws -> Finding {
    var isDirectory: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else {
      if isReadOnly { throw StoreError(.notFound, "there is no file to read", path: path) }
      let folder = URL(filePath: path).deletingLastPathComponent().path
      if !FileManager.default.fileExists(atPath: folder, isDirectory: &isDirectory) || !isDirectory.boolValue
      {
        throw StoreError(.invalidLocation, "the folder \(folder) does not exist: make it first", path: path)
      }
      return .nothing
    }
    if isDirectory.boolValue {
      throw StoreError(.invalidLocation, "a directory is in the place of the store's file", path: path)
    }
    let header: SQLiteHeader
    do {
      guard let found = try SQLiteHeader.read(path) else { return .nothing }
      header = found
    } catch let error as SQLiteError {
      throw StoreError(error, path: path)
    }
    // SQLite takes a file of one byte for an empty one: https://sqlite.org/src/file/src/os_unix.c
    // A larger one was empty when the header was read, and another opener has filled it since.
    if header.isEmpty, (try? size()) != 1 {
      if isReadOnly { throw StoreError(.notADatabase, "the file is empty", path: path) }
      return .nothing
    }
    if !header.hasMagic { throw StoreError(.notADatabase, "the file is no SQLite database", path: path) }
    if header.applicationID != StoreLayout.applicationID {
      throw StoreError(
        .foreignFile, "the file is an SQLite database, but no Graphstore store: it is left as it is",
        path: path)
    }
    if header.userVersion > StoreLayout.formatVersion {
      throw StoreError(
        .newerFormat,
        "the store has format \(header.userVersion), and this version of Graphstore knows formats up to "
          + "\(StoreLayout.formatVersion): use a newer one", path: path)
    }
    if header.userVersion < 1 {
      throw StoreError(
        .corrupt, "the store is damaged: there is no format \(header.userVersion)", path: path)
    }
    if try isCutOff(header) {
      throw StoreError(.corrupt, "the file is shorter than its header says: it was cut off", path: path)
    }
    return .store
  }

  /// Whether the file is shorter than its header says, and is so at rest.
  ///
  /// A commit without a log writes the header first; its journal may be gone between the two looks.
  private func isCutOff(_ header: SQLiteHeader) throws -> Bool {
    var header = header
    for _ in 0..<5 {
      if !header.isTruncated || hasCompanion { return false }
      guard let again = try SQLiteHeader.read(path) else { return false }
      header = again
    }
    return true
  }

  private func size() throws -> Int {
    let resolved = URL(filePath: path).resolvingSymlinksInPath().path
    return try FileManager.default.attributesOfItem(atPath: resolved)[.size] as? Int ?? 0
  }

  /// Whether SQLite left a log or a journal beside the file, which belongs to its content.
  var hasCompanion: Bool {
    ["-wal", "-journal"].contains { suffix in
      let attributes = try? FileManager.default.attributesOfItem(atPath: path + suffix)
      return (attributes?[.size] as? Int ?? 0) > 0
    }
  }
}
