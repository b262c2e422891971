/// Keys of objects that were fetched together without their values: touching one reads its neighbours too.
final class FaultBatch {
  /// Where a key is in its batch.
  struct Place {
    let batch: FaultBatch
    let index: Int

    /// The keys to read with this one: those of its part of the fetch.
    var keys: ArraySlice<Int64> { batch.part(around: index) }
  }

  private let keys: [Int64]
  private let size: Int

  init(keys: [Int64], size: Int) {
    self.keys = keys
    self.size = size
  }

  private func part(around index: Int) -> ArraySlice<Int64> {
    let start = index - index % size
    return keys[start...].prefix(size)
  }
}
