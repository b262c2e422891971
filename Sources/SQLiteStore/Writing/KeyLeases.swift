import GraphValues
import Synchronization

/// Blocks of keys, leased from the store's sequences and handed on to contexts.
final class KeyLeases: Sendable {
  private struct Block {
    var keys: Range<Int64> = 0..<0
    var size = 64
  }

  /// Blocks grow with use, so that a bulk of insertions writes the sequence a few times only; a block's unused
  /// keys are lost when the store is closed.
  private static let largestBlock = 1 << 16

  private let blocks = Guarded<[String: Block]>([:])

  func take(_ count: Int, of root: String, _ lease: (Int) throws -> Range<Int64>) throws -> Range<Int64> {
    try blocks.withLock { blocks in
      var block = blocks[root] ?? Block()
      if block.keys.isEmpty {
        block.keys = try lease(max(block.size, count))
        block.size = min(block.size * 2, Self.largestBlock)
      }
      let taken = block.keys.prefix(count)
      block.keys = block.keys.lowerBound + Int64(taken.count)..<block.keys.upperBound
      blocks[root] = block
      return taken.startIndex..<taken.endIndex
    }
  }
}
