import Graphstore

struct Delete: BenchmarkOperation {
  let name = "delete"
  let summary = "load all, delete each with its version checked in one save, and checkpoint"

  func graphstore(_ bench: Workbench) throws -> Sample {
    let file = try bench.newFilledStore()
    defer { bench.remove(file) }
    let store = try bench.openGraphstore(file)
    let context = store.container.newContext()
    var gifs: [GifModel] = []
    var sample = try bench.measure(counts: { store.counts }) {
      gifs = try context.fetch(FetchRequest<GifModel>())
      for gif in gifs { context.delete(gif) }
      try context.save()
      try store.container.checkpoint()
      return 0
    }
    withExtendedLifetime((context, gifs)) {}
    store.close()
    sample.checksum = try bench.checksumOfFile(file)
    return sample
  }

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
