import BenchmarkBaseline

/// Rows of the baseline; they are freed with this object.
final class BaselineRows {
  var list = baseline_rows()

  deinit {
    release()
  }

  var count: Int { list.count }

  /// Of all attributes, whatever the order of the rows.
  var checksumAsSet: UInt64 { baseline_checksum_set(&list) }

  /// Of all attributes and the order of the rows.
  var checksumAsList: UInt64 { baseline_checksum_list(&list) }

  var buffer: UnsafeBufferPointer<baseline_row> {
    UnsafeBufferPointer(start: list.rows, count: list.count)
  }

  var mutableBuffer: UnsafeMutableBufferPointer<baseline_row> {
    UnsafeMutableBufferPointer(start: list.rows, count: list.count)
  }

  /// Frees the rows now.
  func release() {
    baseline_rows_free(&list)
  }
}
