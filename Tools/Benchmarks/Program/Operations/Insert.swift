struct Insert: BenchmarkOperation {
  let name = "insert"
  let summary = "insert all in one save, and checkpoint"

  func baseline(_ bench: Workbench) throws -> Sample {
    let file = try bench.newEmptyStore()
    defer { bench.remove(file) }
    let store = try bench.openBaseline(file)
    var sample = try bench.measure(counts: { store.counts }) {
      try store.insert(bench.rows.native)
      try store.checkpoint()
      return 0
    }
    store.close()
    sample.checksum = try bench.checksumOfFile(file)
    return sample
  }
}
