import Graphstore

struct GraphInsert: BenchmarkOperation {
  let name = "graph-insert"
  let summary = "insert authors with ten posts each, related in memory, in one save, and checkpoint"

  func graphstore(_ bench: Workbench) throws -> Sample {
    let file = try bench.newEmptyStore()
    defer { bench.remove(file) }
    let store = try bench.openGraphstore(file)
    let context = store.container.newContext()
    var sample = try bench.measure(counts: { store.counts }) {
      Self.insert(bench.rows, in: context)
      try context.save()
      try store.container.checkpoint()
      return 0
    }
    withExtendedLifetime(context) {}
    store.close()
    sample.checksum = try bench.checksumOfGraph(file)
    return sample
  }

  static func insert(_ rows: InputRows, in context: ObjectContext) {
    for input in rows.authors.swift {
      let author = Author(in: context, name: input.name, joined: input.joined)
      for row in rows.swift[input.posts] {
        let post = Post(in: context, number: row.newsid, author: author)
        post.comments = row.commentsno
        post.isLiked = row.isZan
        post.title = row.nickname
        post.created = row.createtime
        post.text = row.text
        post.picture = row.gifurl
      }
    }
  }

  func baseline(_ bench: Workbench) throws -> Sample {
    let file = try bench.newEmptyStore()
    defer { bench.remove(file) }
    let store = try bench.openBaseline(file)
    var sample = try bench.measure(counts: { store.counts }) {
      try store.insertGraph(bench.rows.authors.native, posts: bench.rows.native)
      try store.checkpoint()
      return 0
    }
    store.close()
    sample.checksum = try bench.checksumOfGraph(file)
    return sample
  }
}
