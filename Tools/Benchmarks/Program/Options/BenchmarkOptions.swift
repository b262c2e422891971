import Foundation

/// What the command line asks for.
struct BenchmarkOptions {
  /// SQLite's `synchronous`, on both sides.
  enum Synchronous: String, CaseIterable {
    case normal
    case full
  }

  var rows = 100_000
  var pairs = 15
  var seed: UInt64 = 1
  var only: [String] = []
  var synchronous = Synchronous.normal
  var json: URL?
  var directory: URL?
  var isNoise = false
  var isSmoke = false
  /// Run one contender alone, for a profiler.
  var profiled: Contender?
  /// Import so many records instead of measuring.
  var importedRecords: Int?
  var help = false
  /// Set in the child processes that measure memory.
  var memoryProbe: MemoryProbe.Subject?
  var store: URL?

  static let usage = """
    Usage: graphstore-benchmarks [options]

    Measures Graphstore against the same work written by hand in C, in pairs, and prints the ratios of their costs.

      --rows N                    rows in the store (default 100000)
      --pairs N                   pairs an operation (default 15)
      --only NAME,NAME            only these operations
      --seed N                    seed of the rows (default 1)
      --synchronous normal|full   durability on both sides (default normal)
      --json FILE                 write the results as JSON too
      --dir DIR                   where the database files go (default: a temporary folder on a disk)
      --smoke                     few rows and two pairs: shows that everything runs, measures nothing
      --noise                     run the baseline against itself, which shows the machine's noise
      --profile graphstore|baseline
                                  run one side alone, for a profiler, and print its times
      --import N                  import so many related records in batches instead, and print speed and memory
      --help                      this text
    """

  init(arguments: [String]) throws {
    var remaining = arguments[...]
    while let option = remaining.popFirst() {
      switch option {
      case "--rows": rows = try Self.count(after: option, &remaining)
      case "--pairs": pairs = try Self.count(after: option, &remaining)
      case "--seed": seed = try Self.number(after: option, &remaining)
      case "--only":
        only = try Self.value(after: option, &remaining).split(separator: ",").map(String.init)
      case "--synchronous": synchronous = try Self.choice(after: option, &remaining)
      case "--json": json = URL(filePath: try Self.value(after: option, &remaining))
      case "--dir": directory = URL(filePath: try Self.value(after: option, &remaining))
      case "--smoke": (rows, pairs, isSmoke) = (500, 2, true)
      case "--noise": isNoise = true
      case "--profile": profiled = try Self.choice(after: option, &remaining)
      case "--import": importedRecords = try Self.count(after: option, &remaining)
      case "--help", "-h": help = true
      case "--memory-probe": memoryProbe = try Self.choice(after: option, &remaining)
      case "--store": store = URL(filePath: try Self.value(after: option, &remaining))
      default: throw BenchmarkError("unknown option \(option); --help lists the options")
      }
    }
  }

  /// Whether ratios mean enough to be held against the limits.
  var judges: Bool { !isNoise && !isSmoke }

  private static func value(after option: String, _ remaining: inout ArraySlice<String>) throws -> String {
    guard let value = remaining.popFirst() else { throw BenchmarkError("\(option) needs a value") }
    return value
  }

  private static func number<Number: FixedWidthInteger>(
    after option: String, _ remaining: inout ArraySlice<String>
  ) throws -> Number {
    let value = try value(after: option, &remaining)
    guard let number = Number(value) else { throw BenchmarkError("\(option): not a number: \(value)") }
    return number
  }

  private static func count(after option: String, _ remaining: inout ArraySlice<String>) throws -> Int {
    let count: Int = try number(after: option, &remaining)
    guard (1...100_000_000).contains(count) else {
      throw BenchmarkError("\(option): out of range: \(count)")
    }
    return count
  }

  private static func choice<Choice: RawRepresentable & CaseIterable>(
    after option: String, _ remaining: inout ArraySlice<String>
  ) throws -> Choice where Choice.RawValue == String {
    let value = try value(after: option, &remaining)
    guard let choice = Choice(rawValue: value) else {
      let choices = Choice.allCases.map(\.rawValue).joined(separator: ", ")
      throw BenchmarkError("\(option): \(value) is none of \(choices)")
    }
    return choice
  }
}
