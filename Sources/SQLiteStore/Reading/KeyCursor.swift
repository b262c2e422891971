import GraphModel
import GraphValues
import ObjectGraph

/// Reads the keys of a query's rows at once and the rows a part at a time, each part as it is then.
///
/// For stores with a rollback journal, whose readers keep writers waiting: nothing is locked between the parts.
/// Rows that are gone when it is their turn are left out.
final class KeyCursor: RowCursor {
  private let store: SQLiteStore
  private let root: String
  private var keys: ArraySlice<Int64>

  init(_ query: StoreQuery, _ store: SQLiteStore) throws {
    self.store = store
    root = query.entity.rootName
    var query = query
    query.keysOnly = true
    keys = try store.fetch(query, isKnown: nil).keys[...]
  }

  /// Nothing: a part is read in no time.
  var interruption: @Sendable () -> Void { {} }

  func next(atMost count: Int, isKnown: ((Int64, Int64) -> Bool)?) throws -> CollectedRows {
    while !keys.isEmpty {
      let part = keys.prefix(count)
      keys = keys.dropFirst(count)
      let rows = try store.rows(ofRoot: root, keys: part.sorted())
      let places = Dictionary(zip(rows.keys, rows.keys.indices), uniquingKeysWith: { first, _ in first })
      let found = rows.reordered(part.compactMap { places[$0] })
      if !found.isEmpty { return found }
    }
    return CollectedRows(batches: [], keys: [])
  }
}
