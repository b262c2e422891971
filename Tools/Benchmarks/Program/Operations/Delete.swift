struct Delete: BenchmarkOperation {
  let name = "delete"
  let summary = "load all, delete each with its version checked in one save, and checkpoint"

  func baseline(_ bench: Workbench) throws -> Sample {
    let file = try bench.newFilledStore()
    defer { bench.remove(file) }
    let store = try bench.openBaseline(file)
    let rows = BaselineRows()
    var sample = try bench.measure(counts: { store.counts }) {
      try store.fetchAll(into: rows)
      try store.delete(rows)
      try store.checkpoint()
      return 0
    }
    store.close()
    sample.checksum = try bench.checksumOfFile(file)
    return sample
  }
}
