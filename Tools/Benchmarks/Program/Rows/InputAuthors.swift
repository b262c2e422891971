import BenchmarkBaseline
import Foundation

/// The authors of a run, made beforehand from a seed in the form that each side starts from.
struct InputAuthors {
  /// For the baseline.
  let native: BaselineAuthors
  /// For Graphstore.
  let swift: [InputAuthor]

  init(posts: Int, seed: UInt64) throws {
    native = BaselineAuthors()
    guard baseline_authors_generate(&native.list, posts, seed) else {
      throw BenchmarkError("not enough memory for the authors of \(posts) posts")
    }
    swift = native.buffer.map(InputAuthor.init)
  }
}

/// One author as Swift values.
struct InputAuthor {
  let name: String
  let joined: Date
  /// Which of the rows are the author's posts.
  let posts: Range<Int>

  init(_ author: baseline_author) {
    name = String(
      decoding: UnsafeRawBufferPointer(start: author.name.bytes, count: author.name.length), as: UTF8.self)
    joined = Date(timeIntervalSinceReferenceDate: author.joined)
    posts = author.first_post..<author.first_post + author.post_count
  }
}
