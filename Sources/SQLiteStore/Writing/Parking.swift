import GraphModel
import GraphSQL
import GraphValues
import SQLSyntax
import SQLiteAccess

/// Gives rows that exchange unique values other ones for the time being, so that each can then be written as it is to
/// be.
///
/// The rows stay where they are, and with them what refers to them and what triggers keep of them.
struct Parking {
  /// Numbers that are exact as reals, and too large to meet one in the store but by a chance of one in millions of
  /// millions.
  private var next = Int64.random(in: -(1 << 52)..<(-(1 << 51)))
  private let mark = "parked \(UInt64.random(in: 0...UInt64.max))-\(UInt64.random(in: 0...UInt64.max)) "

  /// Parks the rows of an update that changes a uniqueness constraint.
  ///
  /// - Parameter entity: the rows' entity.
  mutating func park(
    _ update: ChangeSet.Update, of entity: ResolvedEntity, _ layout: TableLayout,
    _ connection: SQLiteConnection
  ) throws {
    let columns = Self.columns(update, entity, layout)
    if columns.isEmpty { return }
    let parked = RowLayout(kinds: columns.map { layout.rows.kinds[$0.slot] })
    var builder = PackedRowsBuilder(layout: parked, reserving: update.rows.count)
    for row in 0..<update.rows.count {
      builder.beginRow(key: update.rows.key(row), version: 0)
      for (slot, column) in columns.enumerated() where !column.canBeNull(in: entity) {
        next += 1
        switch parked.kinds[slot] {
        case .integer: builder.set(slot, integer: next)
        case .real: builder.set(slot, real: Double(next))
        case .text: builder.set(slot, text: mark + String(next))
        case .blob: builder.set(slot, bytes: Array((mark + String(next)).utf8))
        }
      }
    }
    let assignments = columns.indices.map { "\(SQL.quoted(identifier: columns[$0].name)) = ?\($0 + 1)" }
    let text =
      "UPDATE \(SQL.quoted(identifier: layout.tableName)) SET \(assignments.joined(separator: ", ")) "
      + "WHERE \(SQL.quoted(identifier: TableLayout.keyColumn)) = ?\(columns.count + 1)"
    // Rows that are gone are found when the rest is written.
    _ = try connection.runEach(
      text, rows: builder.finish(), parameters: columns.indices.map { .slot($0) } + [.key],
      expectedChanges: nil)
  }

  /// One changed column of each constraint that the update touches: a different value in one is enough.
  private static func columns(
    _ update: ChangeSet.Update, _ entity: ResolvedEntity, _ layout: TableLayout
  ) -> [TableLayout.Column] {
    func cost(_ column: TableLayout.Column) -> Int {
      if column.canBeNull(in: entity) { return 0 }
      // A number may be part of a sum that triggers keep.
      return layout.rows.kinds[column.slot].hasBytes ? 1 : 2
    }
    var chosen: [TableLayout.Column] = []
    for constraint in layout.uniqueness {
      let candidates = constraint.slots.filter { update.slots.contains($0) }
        .compactMap { layout.column(ofSlot: $0) }
      if candidates.contains(where: { candidate in chosen.contains { $0.slot == candidate.slot } }) {
        continue
      }
      if let best = candidates.min(by: { cost($0) < cost($1) }) { chosen.append(best) }
    }
    return chosen
  }
}

extension TableLayout.Column {
  /// Whether the column of an entity's row may be null for a while: nulls are never equal.
  fileprivate func canBeNull(in entity: ResolvedEntity) -> Bool {
    entity.properties.first { $0.slot == slot }?.isOptional == true
  }
}
