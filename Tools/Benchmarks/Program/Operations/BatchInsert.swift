import Graphstore

struct BatchInsert: BenchmarkOperation {
  let name = "batch-insert"
  let summary = "insert all from values with one request in one transaction, and checkpoint"

  func graphstore(_ bench: Workbench) throws -> Sample {
    let file = try bench.newEmptyStore()
    defer { bench.remove(file) }
    let store = try bench.openGraphstore(file)
    var sample = try bench.measure(counts: { store.counts }) {
      var request = BatchInsertRequest(bench.rows.swift.lazy.map { GifModel.Values($0) })
      request.transaction = .whole
      try store.container.execute(request)
      try store.container.checkpoint()
      return 0
    }
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

extension GifModel.Values {
  fileprivate init(_ row: InputRow) {
    self.init(
      newsid: row.newsid, userid: row.userid, commentsno: row.commentsno, isZan: row.isZan,
      headpicture: row.headpicture, nickname: row.nickname, createtime: row.createtime, text: row.text,
      gifurl: row.gifurl)
  }
}
