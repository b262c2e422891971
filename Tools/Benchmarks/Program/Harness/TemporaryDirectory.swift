import Foundation

/// A folder of this run's own, on a disk rather than in memory where that can be told.
struct TemporaryDirectory {
  let url: URL

  init(in parent: URL?) throws {
    url = (parent ?? Self.onDisk()).appending(path: "graphstore-benchmarks-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  func remove() {
    try? FileManager.default.removeItem(at: url)
  }

  /// Systems may keep /tmp in memory, but what is in /var/tmp has to outlast a restart.
  private static func onDisk() -> URL {
    let lasting = URL(filePath: "/var/tmp", directoryHint: .isDirectory)
    return FileManager.default.isWritableFile(atPath: lasting.path)
      ? lasting : FileManager.default.temporaryDirectory
  }
}
