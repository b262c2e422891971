import BenchmarkBaseline

/// Authors of the baseline; they are freed with this object.
final class BaselineAuthors {
  var list = baseline_authors()

  deinit {
    baseline_authors_free(&list)
  }

  var buffer: UnsafeBufferPointer<baseline_author> {
    UnsafeBufferPointer(start: list.authors, count: list.count)
  }

  /// Of all authors and all attributes of their posts, whatever the order.
  func checksum(with posts: BaselineRows) -> UInt64 {
    baseline_checksum_graph(&list, &posts.list)
  }
}
