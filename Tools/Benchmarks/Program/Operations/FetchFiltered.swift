import Foundation
import Graphstore

struct FetchFiltered: BenchmarkOperation {
  let name = "fetch-filtered"
  let summary = "fetch a tenth by range on newsid, sorted descending, read every attribute"

  func graphstore(_ bench: Workbench) throws -> Sample {
    let store = try bench.openGraphstore(bench.readableStore(of: .graphstore))
    defer { store.close() }
    let context = store.container.newContext()
    let (lowest, end) = (bench.rows.filteredRange.lowerBound, bench.rows.filteredRange.upperBound)
    var gifs: [GifModel] = []
    let sample = try bench.measure(counts: { store.counts }) {
      let request = FetchRequest<GifModel>(
        predicate: #Predicate { $0.newsid >= lowest && $0.newsid < end },
        sortBy: [SortDescriptor(\.newsid, order: .reverse)])
      gifs = try context.fetch(request)
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
      try store.fetchFiltered(bench.rows.filteredRange, into: rows)
      return rows.checksumAsList
    }
  }
}
