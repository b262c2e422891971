import Foundation
import Graphstore

/// Imports many related records in batches, and tells how fast it is and how much memory it takes on the way.
enum ImportRun {
  /// So many posts has each author; an author and its posts are a tree.
  private static let postsOfAuthor = 9
  private static let treesOfBatch = 1_000

  static func run(_ options: BenchmarkOptions, records: Int) throws {
    let directory = try TemporaryDirectory(in: options.directory)
    defer { directory.remove() }
    let store = try GraphstoreStore(
      opening: directory.url.appending(path: "import.sqlite"), synchronous: options.synchronous)
    defer { store.close() }
    let count = max(1, records / (postsOfAuthor + 1))
    let trees = (0..<count).lazy.map(tree)
    let clock = ContinuousClock()
    let start = clock.now
    let step = max(1, count / 10)
    var next = step
    print("records    seconds    records/s    peak MB")
    try store.container.importTrees(trees, batchSize: treesOfBatch) { done in
      guard done >= next || done == count else { return }
      next = done + step
      let seconds = start.duration(to: clock.now) / .seconds(1)
      let records = done * (postsOfAuthor + 1)
      let peak = MemoryProbe.peakKilobytes().map { decimal(Double($0) * 1024 / 1_000_000, 1) } ?? "?"
      print(records, decimal(seconds, 2), decimal(Double(records) / seconds, 0), peak, separator: "    ")
    }
  }

  private static func tree(_ number: Int) -> Author.Tree {
    let joined = Date(timeIntervalSinceReferenceDate: Double(number) * 60)
    let posts = (0..<postsOfAuthor).map { index in
      let post = Int64(number * postsOfAuthor + index)
      return Post.Tree(
        number: post, title: "post \(post)", text: "what author \(number) has written, \(index)")
    }
    return Author.Tree(name: "author \(number)", joined: joined, posts: posts)
  }
}
