import Foundation
import Synchronization

/// Waits on the calling thread for what runs elsewhere.
enum Blocking {
  /// Runs a reader on so many threads at once, and a writer on another one again and again until they are done.
  ///
  /// - Returns: the sum of what the readers return.
  static func readers(
    _ count: Int, _ reader: @escaping @Sendable () throws -> UInt64,
    writer: @escaping @Sendable (Int64) throws -> Void
  ) throws -> UInt64 {
    let results = (0..<count).map { _ in ResultBox() }
    let reading = DispatchGroup()
    for box in results { start(in: reading) { box.set(Result { try reader() }) } }
    let flag = Flag()
    let written = ResultBox()
    let writing = DispatchGroup()
    start(in: writing) {
      written.set(
        Result {
          var number: Int64 = 0
          while !flag.isSet {
            number += 1
            try writer(number)
          }
          return 0
        })
    }
    reading.wait()
    flag.set()
    writing.wait()
    _ = try written.get()
    return try results.reduce(0) { try $0 &+ $1.get() }
  }

  private static func start(in group: DispatchGroup, _ body: @escaping @Sendable () -> Void) {
    group.enter()
    Thread {
      body()
      group.leave()
    }.start()
  }

  private final class Flag: Sendable {
    private let value = Atomic<Bool>(false)
    var isSet: Bool { value.load(ordering: .relaxed) }
    func set() { value.store(true, ordering: .relaxed) }
  }

  private final class ResultBox: Sendable {
    private let result = Mutex<Result<UInt64, any Error>?>(nil)

    func set(_ value: Result<UInt64, any Error>) { result.withLock { $0 = value } }

    func get() throws -> UInt64 {
      guard let value = result.withLock({ $0 }) else {
        throw BenchmarkError("a thread has ended without a result")
      }
      return try value.get()
    }
  }
}
