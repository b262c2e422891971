struct Refetch: BenchmarkOperation {
  let name = "refetch"
  let summary = "fetch all again while all are held, read every attribute"

  func baseline(_ bench: Workbench) throws -> Sample {
    let store = try bench.openBaseline(bench.readableStore(of: .baseline))
    defer { store.close() }
    let held = BaselineRows()
    try store.fetchAll(into: held)
    let heldChecksum = held.checksumAsSet
    let rows = BaselineRows()
    let sample = try bench.measure(counts: { store.counts }) {
      try store.fetchAll(into: rows)
      return rows.checksumAsSet
    }
    guard held.checksumAsSet == heldChecksum else { throw BenchmarkError("held rows have changed") }
    return sample
  }
}
