import BenchmarkBaseline

struct FetchLazy: BenchmarkOperation {
  let name = "fetch-lazy"
  let summary = "fetch all, read one integer of each"

  func baseline(_ bench: Workbench) throws -> Sample {
    let store = try bench.openBaseline(bench.readableStore(of: .baseline))
    defer { store.close() }
    let rows = BaselineRows()
    return try bench.measure(counts: { store.counts }) {
      try store.fetchAll(into: rows)
      return rows.buffer.reduce(0) { $0 &+ UInt64(bitPattern: $1.userid) }
    }
  }
}
