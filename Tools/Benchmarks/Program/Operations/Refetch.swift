import Graphstore

struct Refetch: BenchmarkOperation {
  let name = "refetch"
  let summary = "fetch all again while all are held, read every attribute"

  func graphstore(_ bench: Workbench) throws -> Sample {
    let store = try bench.openGraphstore(bench.readableStore(of: .graphstore))
    defer { store.close() }
    let context = store.container.newContext()
    let held = try context.fetch(FetchRequest<GifModel>())
    let heldChecksum = held.checksumAsSet
    var gifs: [GifModel] = []
    let sample = try bench.measure(counts: { store.counts }) {
      gifs = try context.fetch(FetchRequest<GifModel>())
      return gifs.checksumAsSet
    }
    guard held.checksumAsSet == heldChecksum else { throw BenchmarkError("held objects have changed") }
    withExtendedLifetime((context, gifs)) {}
    return sample
  }

  func baseline(_ bench: Workbench) throws -> Sample {
    let store = try bench.openBaseline(bench.readableStore(of: .baseline))
    defer { store.close() }
    let held = BaselineRows()
    try store.fetchAll(into: held)
    let heldChecksum = held.checksumAsSet
    let rows = BaselineRows()
    let sample = try bench.measure(counts: { store.counts }) {
      try store.fetchAll(into: rows)
      return rows.checksumAsSet
    }
    guard held.checksumAsSet == heldChecksum else { throw BenchmarkError("held rows have changed") }
    return sample
  }
}
