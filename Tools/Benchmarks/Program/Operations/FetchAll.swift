struct FetchAll: BenchmarkOperation {
  let name = "fetch-all"
  let summary = "fetch all, read every attribute"

  func baseline(_ bench: Workbench) throws -> Sample {
    let store = try bench.openBaseline(bench.readableStore(of: .baseline))
    defer { store.close() }
    let rows = BaselineRows()
    return try bench.measure(counts: { store.counts }) {
      try store.fetchAll(into: rows)
      return rows.checksumAsSet
    }
  }
}
