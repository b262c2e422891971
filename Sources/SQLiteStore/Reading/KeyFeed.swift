import GraphValues

/// Keys as rows without values, to be fed to a statement.
enum KeyFeed {
  private static let layout = RowLayout(kinds: [])

  static func rows(_ keys: some Collection<Int64>) -> PackedRows {
    var words: [UInt64] = []
    words.reserveCapacity(keys.count * layout.stride)
    for key in keys {
      words.append(UInt64(bitPattern: key))
      words.append(0)
      words.append(0)
    }
    return PackedRows(layout: layout, words: words, bytes: [])
  }
}
