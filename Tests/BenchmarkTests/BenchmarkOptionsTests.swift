import Testing

@testable import graphstore_benchmarks

@Suite("Options of the benchmark")
struct BenchmarkOptionsTests {
  @Test("every option is understood")
  func understood() throws {
    let options = try BenchmarkOptions(arguments: [
      "--rows", "10", "--pairs", "3", "--only", "insert,delete", "--seed", "9", "--synchronous", "full",
    ])
    #expect(options.rows == 10)
    #expect(options.pairs == 3)
    #expect(options.only == ["insert", "delete"])
    #expect(options.seed == 9)
    #expect(options.synchronous == .full)
  }

  @Test(
    "wrong use is refused",
    arguments: [
      ["--rows"], ["--rows", "many"], ["--rows", "0"], ["--rows", "-5"], ["--synchronous", "off"], ["--fast"],
      ["rows"],
    ])
  func refused(arguments: [String]) {
    #expect(throws: BenchmarkError.self) { try BenchmarkOptions(arguments: arguments) }
  }

  @Test("an operation that is not there is refused, the rest keep the table's order")
  func selection() throws {
    #expect(throws: BenchmarkError.self) { try OperationList.selected(["insert", "fly"]) }
    #expect(try OperationList.selected(["delete", "insert"]).map(\.name) == ["insert", "delete"])
  }

  @Test("every operation has a limit, and every limit an operation")
  func limits() {
    #expect(Set(OperationList.all.map(\.name)) == Set(Limits.table.keys))
  }
}
