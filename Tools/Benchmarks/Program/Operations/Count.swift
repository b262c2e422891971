struct Count: BenchmarkOperation {
  let name = "count"
  let summary = "count where newsid is above the middle and isZan holds"

  func baseline(_ bench: Workbench) throws -> Sample {
    let store = try bench.openBaseline(bench.readableStore(of: .baseline))
    defer { store.close() }
    return try bench.measure(counts: { store.counts }) {
      UInt64(try store.count(newsidGreaterThan: bench.rows.middle))
    }
  }
}
