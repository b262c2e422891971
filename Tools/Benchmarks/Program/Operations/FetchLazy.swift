import BenchmarkBaseline
import Graphstore

struct FetchLazy: BenchmarkOperation {
  let name = "fetch-lazy"
  let summary = "fetch all, read one integer of each"

  func graphstore(_ bench: Workbench) throws -> Sample {
    let store = try bench.openGraphstore(bench.readableStore(of: .graphstore))
    defer { store.close() }
    let context = store.container.newContext()
    var gifs: [GifModel] = []
    let sample = try bench.measure(counts: { store.counts }) {
      gifs = try context.fetch(FetchRequest<GifModel>())
      return gifs.reduce(0) { $0 &+ UInt64(bitPattern: $1.userid) }
    }
    withExtendedLifetime((context, gifs)) {}
    return sample
  }

  func baseline(_ bench: Workbench) throws -> Sample {
    let store = try bench.openBaseline(bench.readableStore(of: .baseline))
    defer { store.close() }
    let rows = BaselineRows()
    return try bench.measure(counts: { store.counts }) {
      try store.fetchAll(into: rows)
      return rows.buffer.reduce(0) { $0 &+ UInt64(bitPattern: $1.userid) }
    }
  }
}
