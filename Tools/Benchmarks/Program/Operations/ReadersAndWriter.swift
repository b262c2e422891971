import Foundation
import Graphstore

/// Two readers beside a writer, each on a thread of its own. The clock is the readers'.
struct ReadersAndWriter: BenchmarkOperation {
  let name = "readers-and-writer"
  let summary =
    "two threads that fetch and read a tenth ten times, while a third updates 100 rows a transaction"
  private let fetches = 10

  func graphstore(_ bench: Workbench) throws -> Sample {
    let file = try bench.newFilledStore()
    defer { bench.remove(file) }
    let store = try bench.openGraphstore(file)
    defer { store.close() }
    let container = store.container
    let (lowest, end) = (bench.rows.filteredRange.lowerBound, bench.rows.filteredRange.upperBound)
    let (bound, fetches) = (bench.rows.boundOfLast(100), fetches)
    return try bench.measure {
      try Blocking.readers(2) {
        var sum: UInt64 = 0
        for _ in 0..<fetches {
          let request = FetchRequest<GifModel>(
            predicate: #Predicate { $0.newsid >= lowest && $0.newsid < end },
            sortBy: [SortDescriptor(\.newsid, order: .reverse)])
          sum &+= try container.newContext().fetch(request).checksumAsList
        }
        return sum
      } writer: { number in
        let p = GifModel.Properties.self
        var request = BatchUpdateRequest<GifModel>(where: p.newsid > bound)
        request.set(p.commentsno, to: number)
        try container.execute(request)
      }
    }
  }

  func baseline(_ bench: Workbench) throws -> Sample {
    let file = try bench.newFilledStore()
    defer { bench.remove(file) }
    let (bound, fetches, range) = (bench.rows.boundOfLast(100), fetches, bench.rows.filteredRange)
    let pragmas = BaselinePragmas.script(synchronous: bench.durability)
    let writer = WriterOfBaseline(try BaselineStore(opening: file, pragmas: pragmas))
    return try bench.measure {
      try Blocking.readers(2) {
        let store = try BaselineStore(opening: file, pragmas: pragmas)
        defer { store.close() }
        var sum: UInt64 = 0
        for _ in 0..<fetches {
          let rows = BaselineRows()
          try store.fetchFiltered(range, into: rows)
          sum &+= rows.checksumAsList
        }
        return sum
      } writer: { number in
        try writer.store.batchUpdate(newsidGreaterThan: bound, commentsno: number)
      }
    }
  }

  /// `@unchecked Sendable`: the writing thread only uses it while it runs, and nobody else.
  private final class WriterOfBaseline: @unchecked Sendable {
    let store: BaselineStore

    init(_ store: BaselineStore) { self.store = store }
  }
}

extension InputRows {
  /// The newsid that so many rows are above.
  fileprivate func boundOfLast(_ count: Int) -> Int64 {
    swift.map(\.newsid).sorted().dropLast(count).last ?? 0
  }
}
