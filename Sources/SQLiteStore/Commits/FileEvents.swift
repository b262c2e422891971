import Dispatch
import Foundation

#if os(Linux)
  import Glibc

  /// Tells when a store's file or its log is written, by inotify: https://man7.org/linux/man-pages/man7/inotify.7.html
  ///
  /// The folder is watched, as the log comes and goes. Events come at most every few milliseconds.
  ///
  /// `@unchecked Sendable`: nothing is changed after the initializer, and a dispatch source may be suspended, resumed and
  /// cancelled on any thread.
  final class FileEvents: @unchecked Sendable {
    private static let pause = DispatchTimeInterval.milliseconds(4)

    private let descriptor: Int32
    private let names: Set<String>
    private let queue: DispatchQueue
    private let source: any DispatchSourceRead

    /// - Returns: nil where the system watches no more folders, or not this one.
    init?(ofStore path: String, _ queue: DispatchQueue) {
      let file = URL(filePath: path).resolvingSymlinksInPath()
      descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
      if descriptor < 0 { return nil }
      let mask = UInt32(IN_MODIFY | IN_CREATE | IN_MOVED_TO)
      if inotify_add_watch(descriptor, file.deletingLastPathComponent().path, mask) < 0 {
        close(descriptor)
        return nil
      }
      let name = file.lastPathComponent
      names = [name, name + "-wal", name + "-journal"]
      self.queue = queue
      source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
    }

    /// Calls a body on the queue whenever there was a write; to be called once.
    func start(_ body: @escaping @Sendable () -> Void) {
      let descriptor = descriptor
      source.setEventHandler { [weak self] in
        guard let self, takeEvents() else { return }
        // Many writes make a commit.
        source.suspend()
        queue.asyncAfter(deadline: .now() + Self.pause) { self.source.resume() }
        body()
      }
      source.setCancelHandler { close(descriptor) }
      source.resume()
    }

    func stop() { source.cancel() }

    /// Reads all events that wait.
    ///
    /// - Returns: whether one is about the store.
    private func takeEvents() -> Bool {
      var isOurs = false
      let header = MemoryLayout<inotify_event>.size
      withUnsafeTemporaryAllocation(byteCount: 16 << 10, alignment: 8) { buffer in
        while true {
          let count = read(descriptor, buffer.baseAddress, buffer.count)
          if count <= 0 { return }
          var place = 0
          while place + header <= count {
            let event = buffer.load(fromByteOffset: place, as: inotify_event.self)
            let bytes = buffer[(place + header)..<min(count, place + header + Int(event.len))]
            let name = String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            // An overflow names no file.
            if name.isEmpty || names.contains(name) { isOurs = true }
            place += header + Int(event.len)
          }
        }
      }
      return isOurs
    }
  }
#else
  /// Tells when a store's file or its log is written: not here.
  final class FileEvents: Sendable {
    init?(ofStore path: String, _ queue: DispatchQueue) { return nil }

    func start(_ body: @escaping @Sendable () -> Void) {}
    func stop() {}
  }
#endif
