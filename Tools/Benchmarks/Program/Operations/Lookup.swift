struct Lookup: BenchmarkOperation {
  let name = "lookup"
  let summary =
    "10,000 fetches by newsid, one each (the baseline in one read transaction), read every attribute"

  func baseline(_ bench: Workbench) throws -> Sample {
    let store = try bench.openBaseline(bench.readableStore(of: .baseline))
    defer { store.close() }
    let rows = BaselineRows()
    return try bench.measure(counts: { store.counts }) {
      try store.lookup(bench.rows.lookups, into: rows)
      return rows.checksumAsList
    }
  }
}
