import Foundation
import Graphstore

/// Measures the greatest memory of fetch-all in processes of its own: this program, run again for one contender.
///
/// All run the same executable, so that the Swift runtime and Foundation weigh the same in each; `nothing` weighs them
/// alone.
enum MemoryProbe {
  enum Subject: String, CaseIterable {
    case nothing
    case baseline
    case graphstore
  }

  /// Runs a child and returns its peak of resident memory in megabytes.
  static func measure(_ subject: Subject, store: URL) throws -> Double {
    let process = Process()
    process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = ["--memory-probe", subject.rawValue, "--store", store.path]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0,
      let kilobytes = Double(String(decoding: data, as: UTF8.self).trimmingCharacters(in: .newlines))
    else { throw BenchmarkError("the memory probe of \(subject.rawValue) failed") }
    return kilobytes * 1024 / 1_000_000
  }

  /// In the child: does the work and prints the peak in kilobytes.
  static func run(_ subject: Subject, store: URL?, options: BenchmarkOptions) throws {
    if let store {
      switch subject {
      case .nothing: break
      case .baseline: try readWithBaseline(store, options)
      case .graphstore: try readWithGraphstore(store, options)
      }
    }
    guard let peak = peakKilobytes() else { throw BenchmarkError("this system tells no peak memory") }
    print(peak)
  }

  private static func readWithBaseline(_ url: URL, _ options: BenchmarkOptions) throws {
    let store = try BaselineStore(
      opening: url, pragmas: BaselinePragmas.script(synchronous: options.synchronous))
    let rows = BaselineRows()
    try store.fetchAll(into: rows)
    guard rows.checksumAsSet != 0 else { throw BenchmarkError("the store is empty") }
  }

  private static func readWithGraphstore(_ url: URL, _ options: BenchmarkOptions) throws {
    let store = try GraphstoreStore(opening: url, synchronous: options.synchronous)
    let context = store.container.newContext()
    let gifs = try context.fetch(FetchRequest<GifModel>())
    guard gifs.checksumAsSet != 0 else { throw BenchmarkError("the store is empty") }
  }

  /// The greatest resident memory since the program was started; getrusage would count the parent's in.
  static func peakKilobytes() -> Int? {
    guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8) else { return nil }
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) }
  }
}
