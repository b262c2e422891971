import Graphstore

struct BatchUpdate: BenchmarkOperation {
  let name = "batch-update"
  let summary = "set one attribute of the half above the middle with one request, and checkpoint"

  func graphstore(_ bench: Workbench) throws -> Sample {
    let file = try bench.newFilledStore()
    defer { bench.remove(file) }
    let store = try bench.openGraphstore(file)
    var sample = try bench.measure(counts: { store.counts }) {
      let p = GifModel.Properties.self
      var request = BatchUpdateRequest<GifModel>(where: p.newsid > bench.rows.middle)
      request.set(p.commentsno, to: 4_711)
      try store.container.execute(request)
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
      try store.batchUpdate(newsidGreaterThan: bench.rows.middle, commentsno: 4_711)
      try store.checkpoint()
      return 0
    }
    store.close()
    sample.checksum = try bench.checksumOfFile(file)
    return sample
  }
}
