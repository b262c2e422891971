/// The keys that statements of one transaction may insert rows with.
///
/// A key that SQLite chooses, or that is made up, may be one that a context has leased and gives to an object of its
/// own.
final class HandedOutKeys {
  private var ranges: [String: [Range<Int64>]] = [:]

  func note(_ keys: Range<Int64>, ofRoot root: String) { ranges[root, default: []].append(keys) }

  /// - Parameter tables: the tables that the statement itself inserts into.
  func check(_ inserted: [String: [Int64]], tables: Set<String>, path: String) throws {
    for (table, keys) in inserted where tables.contains(table) {
      let ranges = ranges[table] ?? []
      guard let key = keys.first(where: { key in !ranges.contains { $0.contains(key) } }) else { continue }
      throw StoreError(
        .invalidStatement,
        "a row of \"\(table)\" was inserted with the key \(key), which another object may get: take keys from newKeys(of:count:)",
        path: path)
    }
  }
}
