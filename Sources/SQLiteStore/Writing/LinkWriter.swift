import GraphModel
import GraphSQL
import GraphValues
import SQLiteAccess

/// Writes the changed pairs of a join table.
///
/// What another writer has done already counts as done: a pair to add that is there, and a pair to remove or to
/// reorder that is gone.
struct LinkWriter {
  /// Both orders of a pair; its keys are in the row's header.
  private static let layout = RowLayout(kinds: [.integer, .integer])
  private static let rowsPerBatch = 4096

  private let links: ChangeSet.Links
  private let isSelfInverse: Bool
  private let table: String
  /// The columns of places, and the slots that hold them here.
  private let orders: [(column: String, slot: Int)]

  init(_ links: ChangeSet.Links, _ names: StoredNames) {
    self.links = links
    isSelfInverse = names.layout.joins[links.join].join.isSelfInverse
    let sides = [true, false].map { JoinSide(names.layout.joins[links.join], isSource: $0) }
    table = sides[0].table
    orders = sides.enumerated().compactMap { slot, side in side.order.map { ($0, slot) } }
  }

  func remove(_ connection: SQLiteConnection) throws {
    let text = "DELETE FROM \(table) WHERE \(StoredNames.source) = ?1 AND \(StoredNames.target) = ?2"
    for rows in batches(links.removed) {
      _ = try connection.runEach(text, rows: rows, parameters: [.key, .version], expectedChanges: nil)
    }
  }

  func reorder(_ connection: SQLiteConnection) throws {
    if orders.isEmpty { return }
    let assignments = orders.enumerated().map { "\($1.column) = ?\($0 + 1)" }.joined(separator: ", ")
    let text =
      "UPDATE \(table) SET \(assignments) WHERE \(StoredNames.source) = ?\(orders.count + 1) "
      + "AND \(StoredNames.target) = ?\(orders.count + 2)"
    let parameters = orders.map { FeedParameter.slot($0.slot) } + [.key, .version]
    for rows in batches(links.reordered) {
      _ = try connection.runEach(text, rows: rows, parameters: parameters, expectedChanges: nil)
    }
  }

  func add(_ connection: SQLiteConnection) throws {
    let columns = [StoredNames.source, StoredNames.target] + orders.map(\.column)
    let fed = ["key", "version"] + orders.map { "c\($0.slot)" }
    // SQLite would take ON for a join's without the condition: https://sqlite.org/lang_upsert.html#parsing_ambiguity
    let text =
      "INSERT INTO \(table) (\(columns.joined(separator: ", "))) SELECT \(fed.joined(separator: ", ")) "
      + "FROM \(StoredNames.feed) WHERE 1 ON CONFLICT (\(StoredNames.source), \(StoredNames.target)) DO NOTHING"
    for rows in batches(links.added) { _ = try connection.feed(text, rows: rows) }
  }

  /// The pairs in the order of the table, as rows to be fed.
  private func batches(_ links: [ChangeSet.Link]) -> [PackedRows] {
    let links = links.map { isSelfInverse && $0.source > $0.target ? $0.reversed : $0 }
      .sorted { ($0.source, $0.target) < ($1.source, $1.target) }
    return stride(from: 0, to: links.count, by: Self.rowsPerBatch).map { start in
      let part = links[start..<min(start + Self.rowsPerBatch, links.count)]
      var builder = PackedRowsBuilder(layout: Self.layout, reserving: part.count)
      for link in part {
        builder.beginRow(key: link.source, version: link.target)
        builder.set(0, integer: link.sourceOrder)
        builder.set(1, integer: link.targetOrder)
      }
      return builder.finish()
    }
  }
}

extension ChangeSet.Link {
  /// The same pair seen from its other side.
  fileprivate var reversed: ChangeSet.Link {
    ChangeSet.Link(source: target, target: source, sourceOrder: targetOrder, targetOrder: sourceOrder)
  }
}
