import Foundation

/// An open file or folder of the system's, closed with the last reference to it.
final class FileDescriptor {
  private let number: Int32
  private let path: String

  /// - Throws: ``FileFailure``.
  init(_ path: String, _ flags: Int32, permissions: mode_t = 0) throws(FileFailure) {
    // A symbolic link, or a pipe that would keep the reader waiting, is none of our files.
    let flags = flags | O_CLOEXEC | O_NONBLOCK | (flags & O_DIRECTORY == 0 ? O_NOFOLLOW : 0)
    var number = open(path, flags, permissions)
    while number < 0, errno == EINTR { number = open(path, flags, permissions) }
    if number < 0 { throw FileFailure(errno, path) }
    self.number = number
    self.path = path
  }

  deinit { close(number) }

  func write(_ bytes: UnsafeRawBufferPointer) throws(FileFailure) {
    var rest = bytes
    while !rest.isEmpty {
      // Some systems write no more than 2 GiB at once.
      let count = Foundation.write(number, rest.baseAddress, min(rest.count, 1 << 30))
      if count > 0 {
        rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
      } else if count == 0 || errno != EINTR {
        throw FileFailure(count == 0 ? EIO : errno, path)
      }
    }
  }

  /// Reads until a buffer is full or the file ends.
  ///
  /// - Returns: the bytes read.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(FileFailure) -> Int {
    var filled = 0
    while filled < buffer.count {
      let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
      let count = Foundation.read(number, rest.baseAddress, min(rest.count, 1 << 30))
      if count == 0 { break }
      if count > 0 { filled += count } else if errno != EINTR { throw FileFailure(errno, path) }
    }
    return filled
  }

  /// Waits until what was written is on the disk.
  func synchronize() throws(FileFailure) {
    while fsync(number) != 0 {
      if errno != EINTR { throw FileFailure(errno, path) }
    }
  }

  func setPermissions(_ permissions: mode_t) throws(FileFailure) {
    if fchmod(number, permissions) != 0 { throw FileFailure(errno, path) }
  }

  /// The size of a regular file; nil of anything else.
  func size() throws(FileFailure) -> UInt64? {
    var status = stat()
    if fstat(number, &status) != 0 { throw FileFailure(errno, path) }
    return status.st_mode & S_IFMT == S_IFREG ? UInt64(status.st_size) : nil
  }
}

/// A call of the system that failed on a file.
struct FileFailure: Error {
  let code: Int32
  let path: String

  init(_ code: Int32, _ path: String) {
    self.code = code
    self.path = path
  }

  var isMissing: Bool { code == ENOENT }

  /// The failure as a store reports it.
  func error(_ what: String) -> StoreError {
    let kind: StoreError.Code =
      switch code {
      case ENOSPC, EDQUOT, EFBIG: .full
      case EACCES, EPERM, EROFS: .readOnly
      default: .inputOutput
      }
    return StoreError(kind, "\(what): \(path): \(String(cString: strerror(code)))", path: path)
  }
}
