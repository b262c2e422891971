import Graphstore

struct Release: BenchmarkOperation {
  let name = "release"
  let summary = "free all that was fetched and read"

  func graphstore(_ bench: Workbench) throws -> Sample {
    let store = try bench.openGraphstore(bench.readableStore(of: .graphstore))
    defer { store.close() }
    var context: ObjectContext? = store.container.newContext()
    var gifs = try context?.fetch(FetchRequest<GifModel>()) ?? []
    let checksum = gifs.checksumAsSet
    return bench.measure(counts: { store.counts }) {
      gifs = []
      context = nil
      return checksum
    }
  }

  func baseline(_ bench: Workbench) throws -> Sample {
    let store = try bench.openBaseline(bench.readableStore(of: .baseline))
    defer { store.close() }
    let rows = BaselineRows()
    try store.fetchAll(into: rows)
    let checksum = rows.checksumAsSet
    return bench.measure(counts: { store.counts }) {
      rows.release()
      return checksum
    }
  }
}
