import Foundation
import Graphstore

struct Lookup: BenchmarkOperation {
  let name = "lookup"
  let summary =
    "10,000 fetches by newsid, one each (the baseline in one read transaction), read every attribute"

  func graphstore(_ bench: Workbench) throws -> Sample {
    let store = try bench.openGraphstore(bench.readableStore(of: .graphstore))
    defer { store.close() }
    let context = store.container.newContext()
    var gifs: [GifModel] = []
    let sample = try bench.measure(counts: { store.counts }) {
      for newsid in bench.rows.lookups {
        let request = FetchRequest<GifModel>(predicate: #Predicate { $0.newsid == newsid })
        gifs.append(contentsOf: try context.fetch(request))
      }
      return gifs.checksumAsList
    }
    withExtendedLifetime((context, gifs)) {}
    return sample
  }

  func baseline(_ bench: Workbench) throws -> Sample {
    let store = try bench.openBaseline(bench.readableStore(of: .baseline))
    defer { store.close() }
    let rows = BaselineRows()
    return try bench.measure(counts: { store.counts }) {
      try store.lookup(bench.rows.lookups, into: rows)
      return rows.checksumAsList
    }
  }
}
