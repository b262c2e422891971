import BenchmarkBaseline
import Graphstore

struct Aggregate: BenchmarkOperation {
  let name = "aggregate"
  let summary = "count, sum of commentsno and largest newsid, grouped by userid"

  func graphstore(_ bench: Workbench) throws -> Sample {
    let store = try bench.openGraphstore(bench.readableStore(of: .graphstore))
    defer { store.close() }
    let context = store.container.newContext()
    let gif = GifModel.Properties.self
    return try bench.measure(counts: { store.counts }) {
      let request = FetchRequest<GifModel>()
        .select(gif.userid, GifModel.objectCount, gif.commentsno.sum(), gif.newsid.maximum())
        .grouped(by: gif.userid)
      var checksum: UInt64 = 0
      for (userid, count, comments, newest) in try context.fetch(request) {
        var row = baseline_checksum_integer(baseline_checksum_start(), userid)
        row = baseline_checksum_integer(row, Int64(count))
        row = baseline_checksum_integer(row, comments)
        checksum &+= baseline_checksum_integer(row, newest ?? 0)
      }
      return checksum
    }
  }

  func baseline(_ bench: Workbench) throws -> Sample {
    let store = try bench.openBaseline(bench.readableStore(of: .baseline))
    defer { store.close() }
    return try bench.measure(counts: { store.counts }) { try store.aggregate() }
  }
}
