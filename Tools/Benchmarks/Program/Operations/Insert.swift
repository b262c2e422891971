import Graphstore

struct Insert: BenchmarkOperation {
  let name = "insert"
  let summary = "insert all in one save, and checkpoint"

  func graphstore(_ bench: Workbench) throws -> Sample {
    let file = try bench.newEmptyStore()
    defer { bench.remove(file) }
    let store = try bench.openGraphstore(file)
    let context = store.container.newContext()
    var sample = try bench.measure(counts: { store.counts }) {
      GraphstoreStore.insert(bench.rows.swift, in: context)
      try context.save()
      try store.container.checkpoint()
      return 0
    }
    withExtendedLifetime(context) {}
    store.close()
    sample.checksum = try bench.checksumOfFile(file)
    return sample
  }

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
