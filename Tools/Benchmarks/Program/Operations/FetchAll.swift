import Graphstore

struct FetchAll: BenchmarkOperation {
  let name = "fetch-all"
  let summary = "fetch all, read every attribute"

  func graphstore(_ bench: Workbench) throws -> Sample {
    let store = try bench.openGraphstore(bench.readableStore(of: .graphstore))
    defer { store.close() }
    let context = store.container.newContext()
    var gifs: [GifModel] = []
    let sample = try bench.measure(counts: { store.counts }) {
      gifs = try context.fetch(FetchRequest<GifModel>())
      return gifs.checksumAsSet
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
      return rows.checksumAsSet
    }
  }
}
