import Foundation

/// Where the application writes: results to standard output, everything else to standard error.
final class Terminal {
  /// Nobody reads the output any more.
  struct OutputClosed: Error {}

  /// Columns where the output is no terminal.
  private static let plainWidth = 100
  private static let bufferSize = 64 * 1024

  private var buffer: [UInt8] = []

  /// Whether a person watches standard error.
  let showsProgress = isatty(STDERR_FILENO) == 1

  /// The columns that a line of output may have.
  var width: Int {
    guard isatty(STDOUT_FILENO) == 1 else { return Self.plainWidth }
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return Self.plainWidth }
    return Int(size.ws_col)
  }

  /// Writes a line to standard output.
  ///
  /// - Throws: ``OutputClosed``, or `Failure` where the output cannot be written.
  func print(_ line: String) throws {
    buffer += line.utf8
    buffer.append(UInt8(ascii: "\n"))
    if buffer.count >= Self.bufferSize { try flush() }
  }

  /// Hands on what was printed.
  func flush() throws {
    defer { buffer.removeAll(keepingCapacity: true) }
    switch Self.write(buffer, to: STDOUT_FILENO) {
    case 0: return
    case EPIPE: throw OutputClosed()
    case let code: throw Failure("the output cannot be written: \(String(cString: strerror(code)))")
    }
  }

  /// Writes a line to standard error, without what could play tricks on a terminal.
  func printError(_ line: String) {
    let lines = line.split(separator: "\n", omittingEmptySubsequences: false).map { $0.withoutControls }
    _ = Self.write(Array((lines.joined(separator: "\n") + "\n").utf8), to: STDERR_FILENO)
  }

  /// Writes to standard error as it stands.
  func writeProgress(_ text: String) {
    _ = Self.write(Array(text.utf8), to: STDERR_FILENO)
  }

  /// - Returns: 0, or the number of the system's error.
  private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
    bytes.withUnsafeBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let part = UnsafeRawBufferPointer(rebasing: rest)
        let written = Foundation.write(descriptor, part.baseAddress, part.count)
        if written < 0 {
          if errno == EINTR { continue }
          return errno
        }
        rest = rest.dropFirst(written)
      }
      return 0
    }
  }
}
