import GraphValues

/// A value of a save that goes into a file: some bytes of a batch.
struct ExternalFile: Sendable {
  let reference: ExternalReference
  private let rows: PackedRows
  private let range: Range<Int>

  /// - Parameter range: the value's bytes in the batch, without the column's marker.
  init(_ rows: PackedRows, _ range: Range<Int>) {
    reference = rows.bytes.withUnsafeBytes { bytes in
      ExternalReference(to: UnsafeRawBufferPointer(rebasing: bytes[range]))
    }
    self.rows = rows
    self.range = range
  }

  func withContent<Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    let result = rows.bytes.withUnsafeBytes { bytes -> Result<Void, Failure> in
      do throws(Failure) {
        return .success(try body(UnsafeRawBufferPointer(rebasing: bytes[range])))
      } catch {
        return .failure(error)
      }
    }
    try result.get()
  }
}
