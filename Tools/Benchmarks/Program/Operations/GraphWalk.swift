import Graphstore

struct GraphWalk: BenchmarkOperation {
  let name = "graph-walk"
  let summary = "fetch all authors, read every attribute of every post through the relationship"

  func graphstore(_ bench: Workbench) throws -> Sample {
    let store = try bench.openGraphstore(bench.readableGraphStore(of: .graphstore))
    defer { store.close() }
    let context = store.container.newContext()
    var authors: [Author] = []
    let sample = try bench.measure(counts: { store.counts }) {
      authors = try context.fetch(FetchRequest<Author>())
      return authors.checksumWithPosts
    }
    withExtendedLifetime((context, authors)) {}
    return sample
  }

  func baseline(_ bench: Workbench) throws -> Sample {
    let way = try bench.fasterWay(of: name) { try walk($0, bench).duration }
    return try walk(way, bench)
  }

  private func walk(_ way: GraphWay, _ bench: Workbench) throws -> Sample {
    let store = try bench.openBaseline(bench.readableGraphStore(of: .baseline))
    defer { store.close() }
    let authors = BaselineAuthors()
    let posts = BaselineRows()
    return try bench.measure(counts: { store.counts }) {
      try store.walk(way, into: authors, posts: posts)
      return authors.checksum(with: posts)
    }
  }
}
