struct Release: BenchmarkOperation {
  let name = "release"
  let summary = "free all that was fetched and read"

  func baseline(_ bench: Workbench) throws -> Sample {
    let store = try bench.openBaseline(bench.readableStore(of: .baseline))
    defer { store.close() }
    let rows = BaselineRows()
    try store.fetchAll(into: rows)
    let checksum = rows.checksumAsSet
    return bench.measure(counts: { store.counts }) {
      rows.release()
      return checksum
    }
  }
}
