struct FetchFiltered: BenchmarkOperation {
  let name = "fetch-filtered"
  let summary = "fetch a tenth by range on newsid, sorted descending, read every attribute"

  func baseline(_ bench: Workbench) throws -> Sample {
    let store = try bench.openBaseline(bench.readableStore(of: .baseline))
    defer { store.close() }
    let rows = BaselineRows()
    return try bench.measure(counts: { store.counts }) {
      try store.fetchFiltered(bench.rows.filteredRange, into: rows)
      return rows.checksumAsList
    }
  }
}
