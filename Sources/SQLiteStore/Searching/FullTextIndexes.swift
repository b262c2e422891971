import GraphSQL
import GraphValues
import ObjectGraph
import SQLSyntax
import SQLiteAccess
import Synchronization

/// The full-text indexes of a store, and for each one in memory of the same columns and tokens, through which texts go that
/// are in no row.
final class FullTextIndexes: Sendable {
  private static let table = "texts"

  private let layouts: [String: FullTextLayout]
  private let scratches = Guarded<[String: ConfinedConnection]>([:])

  init(_ search: SearchLayout) {
    layouts = Dictionary(
      search.fullTexts.map { ($0.table, $0) }, uniquingKeysWith: { first, _ in first })
  }

  func layout(ofRoot root: String) -> FullTextLayout? { layouts[root] }

  /// What a search finds in texts; nil where it finds nothing.
  func hit(
    _ search: FullTextSearch, key: Int64, texts: [String?], _ layout: FullTextLayout
  ) throws -> FullTextHit? {
    if texts.allSatisfy({ $0 == nil }) { return nil }
    let statement = SearchStatement(
      name: Self.table, index: layout.index, weights: [:], excerpts: search.excerpts)
    return try scratches.withLock { scratches -> FullTextHit? in
      let scratch = try scratches[layout.table] ?? ConfinedConnection(Self.open(layout))
      scratches[layout.table] = scratch
      let connection = scratch.connection
      // What is rolled back was never there: the table is empty for the next texts.
      try connection.begin()
      defer { connection.rollback() }
      try insert(texts, connection)
      return try connection.withStatement(statement.excerptText(isKeyed: false)) { run -> FullTextHit? in
        try run.bind(statement.excerptBindings(search.match, key: nil))
        guard try run.step() else { return nil }
        return statement.hit(key: key, rank: 0, run)
      }
    }
  }

  private func insert(_ texts: [String?], _ connection: SQLiteConnection) throws {
    let places = (1...texts.count).map { "?\($0)" }.joined(separator: ", ")
    let text = "INSERT INTO \(SQL.quoted(identifier: Self.table)) VALUES (\(places))"
    try connection.withStatement(text) { run in
      try run.bind(texts.map { $0.map { .text($0) } ?? .null })
      while try run.step() {}
    }
  }

  private static func open(_ layout: FullTextLayout) throws -> SQLiteConnection {
    let connection = try SQLiteConnection(path: ":memory:", mode: .readWriteCreate)
    try connection.execute(
      SQL(raw: FullTextLayout.creation(named: table, layout.index, content: nil)))
    return connection
  }
}
