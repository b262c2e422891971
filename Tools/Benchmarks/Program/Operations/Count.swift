import Foundation
import Graphstore

struct Count: BenchmarkOperation {
  let name = "count"
  let summary = "count where newsid is above the middle and isZan holds"

  func graphstore(_ bench: Workbench) throws -> Sample {
    let store = try bench.openGraphstore(bench.readableStore(of: .graphstore))
    defer { store.close() }
    let context = store.container.newContext()
    let middle = bench.rows.middle
    return try bench.measure(counts: { store.counts }) {
      let request = FetchRequest<GifModel>(predicate: #Predicate { $0.newsid > middle && $0.isZan })
      return UInt64(try context.count(request))
    }
  }

  func baseline(_ bench: Workbench) throws -> Sample {
    let store = try bench.openBaseline(bench.readableStore(of: .baseline))
    defer { store.close() }
    return try bench.measure(counts: { store.counts }) {
      UInt64(try store.count(newsidGreaterThan: bench.rows.middle))
    }
  }
}
