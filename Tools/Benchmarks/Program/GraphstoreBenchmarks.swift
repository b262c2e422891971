import BenchmarkBaseline
import Foundation

@main
enum GraphstoreBenchmarks {
  static func main() {
    do {
      let options = try BenchmarkOptions(arguments: Array(CommandLine.arguments.dropFirst()))
      if options.help {
        print(BenchmarkOptions.usage)
      } else if let subject = options.memoryProbe {
        try MemoryProbe.run(subject, store: options.store, options: options)
      } else if let records = options.importedRecords {
        try ImportRun.run(options, records: records)
      } else {
        try run(options)
      }
    } catch {
      complain("graphstore-benchmarks: \(error)")
      exit(1)
    }
  }

  private static func run(_ options: BenchmarkOptions) throws {
    baseline_heap_steady()
    let operations = try OperationList.selected(options.only)
    let directory = try TemporaryDirectory(in: options.directory)
    defer { directory.remove() }
    complain("making \(options.rows) rows")
    let bench = try Workbench(
      rows: InputRows(count: options.rows, seed: options.seed), options: options, directory: directory.url)
    if let contender = options.profiled {
      try profile(contender, operations, on: bench, runs: options.pairs)
      return
    }
    let runner = PairRunner(pairs: options.pairs, isNoise: options.isNoise)
    let results = try operations.map { operation in
      complain("\(operation.name): \(operation.summary)")
      let pairs = try runner.run(operation, on: bench)
      return OperationResult(
        name: operation.name, pairs: pairs, metric: operation.metric,
        limit: options.judges ? Limits.table[operation.name] : nil)
    }
    let memory = try MemoryReport(
      graphstoreStore: bench.readableStore(of: .graphstore),
      baselineStore: bench.readableStore(of: .baseline), runs: min(3, options.pairs))
    let report = BenchmarkReport(options: options, operations: results, memory: memory)
    print(TableReport(report: report).text())
    if let json = options.json { try report.json().write(to: json) }
  }

  private static func profile(
    _ contender: Contender, _ operations: [any BenchmarkOperation], on bench: Workbench, runs: Int
  ) throws {
    for operation in operations {
      let times = try (0..<runs).map { _ in try operation.run(contender, bench).milliseconds }
      print(operation.name, times.map { decimal($0, 1) }.joined(separator: " "))
    }
  }

  /// Progress and errors go where they do not mix with the table.
  private static func complain(_ line: String) {
    FileHandle.standardError.write(Data((line + "\n").utf8))
  }
}
