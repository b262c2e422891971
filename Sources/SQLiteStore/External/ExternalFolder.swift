import Foundation
import GraphValues
import ObjectGraph

/// The folder beside a store with the values too large for its rows, a file each.
///
/// A file is born in the subfolder `new`, while the write lock is held, and moves up some time after its save was
/// committed. Whatever stops the process, only files in `new` can be there in vain: it is all that has to be looked
/// at when a store is opened.
struct ExternalFolder: Sendable {
  /// Files that are open at once while a save writes.
  private static let groupSize = 64

  let path: String
  /// Whether files have to survive a loss of power.
  let isDurable: Bool
  private let storePath: String

  /// - Parameter storePath: the store's file, which exists; where it is a link, the folder lies beside what it
  ///   leads to, as SQLite's own companions do.
  init(storePath: String, isDurable: Bool) {
    let resolved = realpath(storePath, nil)
    defer { free(resolved) }
    self.storePath = resolved.map { String(cString: $0) } ?? storePath
    self.isDurable = isDurable
    path = self.storePath + ".files"
  }

  private var newFolder: String { path + "/new" }

  private func place(_ name: UUID) -> String { "\(path)/\(name.fileName)" }

  private func newPlace(_ name: UUID) -> String { "\(newFolder)/\(name.fileName)" }

  // MARK: Writing

  /// Writes files of a save whose transaction holds the write lock, and waits until the disk has them.
  ///
  /// - Throws: ``StoreError``; the files may be there in part then.
  func write(_ files: [ExternalFile]) throws {
    do throws(FileFailure) {
      let permissions = storePermissions
      try makeFolders(permissions)
      var rest = files[...]
      while !rest.isEmpty {
        try writeGroup(rest.prefix(Self.groupSize), permissions)
        rest = rest.dropFirst(Self.groupSize)
      }
      if isDurable { try FileDescriptor(newFolder, O_RDONLY | O_DIRECTORY).synchronize() }
    } catch {
      throw error.error("an external value cannot be written")
    }
    ExternalStep.filesDurable.reached()
  }

  /// Writes some files, then waits for all: the disk takes them together.
  private func writeGroup(_ files: ArraySlice<ExternalFile>, _ permissions: mode_t) throws(FileFailure) {
    var open: [FileDescriptor] = []
    for file in files {
      let descriptor = try FileDescriptor(
        newPlace(file.reference.name), O_WRONLY | O_CREAT | O_EXCL, permissions: permissions)
      // The mask of the process does not apply: whoever reads the store has to read its files.
      try descriptor.setPermissions(permissions)
      ExternalStep.fileMade.reached()
      try file.withContent { content throws(FileFailure) in try descriptor.write(content) }
      ExternalStep.fileWritten.reached()
      if isDurable { open.append(descriptor) }
    }
    for descriptor in open { try descriptor.synchronize() }
  }

  /// The permissions of the store's file, as SQLite's companions get them.
  private var storePermissions: mode_t {
    var status = stat()
    return stat(storePath, &status) == 0 ? status.st_mode & 0o666 : 0o600
  }

  private func makeFolders(_ permissions: mode_t) throws(FileFailure) {
    var status = stat()
    if stat(newFolder, &status) == 0 { return }
    for folder in [path, newFolder] {
      // Who may read files there may enter.
      let entering = permissions | (permissions & 0o444) >> 2 | 0o700
      if mkdir(folder, entering) == 0 {
        if isDurable {
          let parent = URL(filePath: folder).deletingLastPathComponent().path
          try FileDescriptor(parent, O_RDONLY | O_DIRECTORY).synchronize()
        }
        if chmod(folder, entering) != 0 { throw FileFailure(errno, folder) }
      } else if errno != EEXIST {
        throw FileFailure(errno, folder)
      }
    }
  }

  // MARK: Reading

  /// The content of a file.
  ///
  /// It is read, not mapped: another program that cuts a mapped file off would end this one.
  ///
  /// - Throws: ``ExternalValueError``.
  func read(_ reference: ExternalReference) throws -> Data {
    // A file may move up between two looks.
    let places = [place(reference.name), newPlace(reference.name), place(reference.name)]
    for path in places {
      do {
        return try read(reference, at: path)
      } catch let failure as FileFailure where failure.isMissing {
        continue
      } catch let failure as FileFailure {
        throw ExternalValueError.unreadable(path: path, reason: String(cString: strerror(failure.code)))
      }
    }
    throw ExternalValueError.missing(path: places[0])
  }

  private func read(_ reference: ExternalReference, at path: String) throws -> Data {
    let file = try FileDescriptor(path, O_RDONLY)
    guard let size = try file.size(), size == reference.length, let count = Int(exactly: size) else {
      throw ExternalValueError.unreadable(
        path: path, reason: "the file is not of the size it was written with")
    }
    // Room is made only after a look at the size: a column may claim any length.
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: max(count, 1), alignment: 8)
    var isKept = false
    defer { if !isKept { memory.deallocate() } }
    let filled = try file.read(into: UnsafeMutableRawBufferPointer(rebasing: memory[..<count]))
    guard filled == count,
      Checksum.of(UnsafeRawBufferPointer(rebasing: memory[..<count])) == reference.checksum,
      let start = memory.baseAddress
    else {
      throw ExternalValueError.unreadable(
        path: path, reason: "the file's content is not what was written")
    }
    isKept = true
    return Data(bytesNoCopy: start, count: count, deallocator: .custom { start, _ in start.deallocate() })
  }

  func holds(_ name: UUID) -> Bool {
    [place(name), newPlace(name), place(name)].contains { (path: String) in access(path, F_OK) == 0 }
  }

  // MARK: Tidying, with the write lock held

  /// The names of files that have not settled.
  func newNames() -> [UUID] { names(newFolder) }

  /// The names of the files that have.
  func settledNames() -> [UUID] { names(path) }

  /// Other files are none of ours, and left alone.
  private func names(_ folder: String) -> [UUID] {
    let found = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return found.compactMap { UUID(fileName: $0) }
  }

  /// Moves a file of a committed save to its place.
  func settle(_ name: UUID) throws(FileFailure) {
    if rename(newPlace(name), place(name)) != 0, errno != ENOENT { throw FileFailure(errno, newPlace(name)) }
    ExternalStep.fileSettled.reached()
  }

  /// Removes a file that no row leads to.
  func remove(_ name: UUID) throws(FileFailure) {
    for path in [place(name), newPlace(name)] where unlink(path) != 0 && errno != ENOENT {
      throw FileFailure(errno, path)
    }
    ExternalStep.fileRemoved.reached()
  }

  /// Removes files of a save that was not committed, as far as they are there.
  func removeNew(_ files: [ExternalFile]) {
    for file in files { unlink(newPlace(file.reference.name)) }
  }

  /// Waits until removals are on the disk.
  func synchronizeRemovals() throws(FileFailure) {
    guard isDurable else { return }
    for folder in [path, newFolder] {
      do throws(FileFailure) {
        try FileDescriptor(folder, O_RDONLY | O_DIRECTORY).synchronize()
      } catch  where error.isMissing {
        continue
      }
    }
  }

  /// Waits until what was committed is on the disk, whatever the store's durability: a file must not go before the
  /// commit that let go of it is there for good, nor settle before the one that leads to it is.
  func synchronizeCommits() throws(FileFailure) {
    guard isDurable else { return }
    do throws(FileFailure) {
      try FileDescriptor(storePath + "-wal", O_RDONLY).synchronize()
    } catch  where error.isMissing {
      // With a rollback journal, a commit is the end of the journal's file.
      let folder = URL(filePath: storePath).deletingLastPathComponent().path
      try FileDescriptor(folder, O_RDONLY | O_DIRECTORY).synchronize()
    }
  }
}

extension UUID {
  /// 32 hexadecimal digits.
  fileprivate var fileName: String { uuidString.lowercased().filter { $0 != "-" } }

  fileprivate init?(fileName: String) {
    guard fileName.utf8.count == 32 else { return nil }
    var text = ""
    for (index, character) in fileName.enumerated() {
      guard character.isASCII, character.isHexDigit, !character.isUppercase else { return nil }
      if [8, 12, 16, 20].contains(index) { text.append("-") }
      text.append(character)
    }
    self.init(uuidString: text)
  }
}
