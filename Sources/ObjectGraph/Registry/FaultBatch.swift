/// Keys of objects that were fetched together without their values: touching one reads its neighbours too.
final class FaultBatch {
  private let keys: [Int64]
  private let size: Int

  init(keys: [Int64], size: Int) {
    self.keys = keys
    self.size = size
  }

  /// The keys to read with one of them: the batch of the fetch it belongs to.
  func keys(with key: Int64) -> [Int64] {
    guard let index = keys.firstIndex(of: key) else { return [key] }
    let start = index / size * size
    return Array(keys[start..<min(start + size, keys.count)])
  }
}
