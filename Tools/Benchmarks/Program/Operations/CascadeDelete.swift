import Graphstore

struct CascadeDelete: BenchmarkOperation {
  let name = "cascade-delete"
  let summary = "load all authors, delete each, their posts with them, in one save, and checkpoint"

  func graphstore(_ bench: Workbench) throws -> Sample {
    let file = try bench.newGraphStore()
    defer { bench.remove(file) }
    let store = try bench.openGraphstore(file)
    let context = store.container.newContext()
    var authors: [Author] = []
    var sample = try bench.measure(counts: { store.counts }) {
      authors = try context.fetch(FetchRequest<Author>())
      for author in authors { context.delete(author) }
      try context.save()
      try store.container.checkpoint()
      return 0
    }
    withExtendedLifetime((context, authors)) {}
    store.close()
    sample.checksum = try bench.checksumOfGraph(file)
    return sample
  }

  func baseline(_ bench: Workbench) throws -> Sample {
    let way = try bench.fasterWay(of: name) { try delete($0, bench).duration }
    return try delete(way, bench)
  }

  private func delete(_ way: GraphWay, _ bench: Workbench) throws -> Sample {
    let file = try bench.newGraphStore()
    defer { bench.remove(file) }
    let store = try bench.openBaseline(file)
    let authors = BaselineAuthors()
    var sample = try bench.measure(counts: { store.counts }) {
      try store.fetchAuthors(into: authors)
      try store.deleteGraph(way, authors)
      try store.checkpoint()
      return 0
    }
    store.close()
    sample.checksum = try bench.checksumOfGraph(file)
    return sample
  }
}
