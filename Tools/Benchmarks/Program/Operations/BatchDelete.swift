import Graphstore

struct BatchDelete: BenchmarkOperation {
  let name = "batch-delete"
  let summary = "delete the half above the middle with one request, and checkpoint"

  func graphstore(_ bench: Workbench) throws -> Sample {
    let file = try bench.newFilledStore()
    defer { bench.remove(file) }
    let store = try bench.openGraphstore(file)
    var sample = try bench.measure(counts: { store.counts }) {
      let p = GifModel.Properties.self
      try store.container.execute(BatchDeleteRequest<GifModel>(where: p.newsid > bench.rows.middle))
      try store.container.checkpoint()
      return 0
    }
    store.close()
    sample.checksum = try bench.checksumOfFile(file)
    return sample
  }

  func baseline(_ bench: Workbench) throws -> Sample {
    let file = try bench.newFilledStore()
    defer { bench.remove(file) }
    let store = try bench.openBaseline(file)
    var sample = try bench.measure(counts: { store.counts }) {
      try store.batchDelete(newsidGreaterThan: bench.rows.middle)
      try store.checkpoint()
      return 0
    }
    store.close()
    sample.checksum = try bench.checksumOfFile(file)
    return sample
  }
}
