import GraphModel
import GraphSQL
import GraphValues
import ObjectGraph
import SQLSyntax
import SQLiteAccess

/// Inserts batches of rows of one entity.
struct InsertOperation {
  let insertion: BatchInsertion
  let entity: ResolvedEntity
  let table: StoredTable
  let store: SQLiteStore

  func run(_ connection: SQLiteConnection) throws -> BatchOutcome {
    var outcome = BatchOutcome()
    if insertion.wantsKeys { outcome.keys = [] }
    let text = try statement()
    for rows in insertion.rows {
      do {
        try insert(rows, text, &outcome, connection)
      } catch let error as SQLiteError where error.isUniqueViolation {
        var changes = ChangeSet()
        changes.insertions = [ChangeSet.Insertion(entity: entity.name, rows: rows)]
        throw UniquenessSearch(
          changes: changes, entity: entity.name, table: table, names: store.rules.names
        ).conflict(rows, error.offendingRow, connection)
      } catch let error as SQLiteError where error.isNotNullViolation && isUpdating {
        // What an update demands of the row that is there: that it is of the same entity.
        guard case .update(let constraint, _) = insertion.conflict else { throw error }
        throw SaveConflict.otherEntity(entity: entity.name, properties: constraint)
      }
    }
    let most = MaximumCheck(store, connection)
    for relationship in entity.relationships {
      guard case .column(let slot, _) = relationship.storage else { continue }
      let toMany = store.rules.names.model.inverse(of: relationship)
      guard toMany.maximumCount != nil else { continue }
      try most.run(toMany, owners: owners(inSlot: slot))
    }
    return outcome
  }

  private var isUpdating: Bool {
    if case .update = insertion.conflict { true } else { false }
  }

  private func owners(inSlot slot: Int) -> Set<Int64> {
    var result: Set<Int64> = []
    for rows in insertion.rows {
      for row in 0..<rows.count where !rows.isNull(slot, row: row) {
        result.insert(rows.integer(slot, row: row))
      }
    }
    return result
  }

  private func statement() throws -> String {
    switch insertion.conflict {
    case .fail: return table.statements.insertion
    case .ignore:
      return RowStatements.insertion(of: table.layout, feedTable: StoredNames.feed)
        + " ON CONFLICT DO NOTHING"
        + (insertion.wantsKeys ? " RETURNING \(StoredNames.key)" : "")
    case .update(let names, let slots):
      guard let constraint = table.layout.uniqueness.first(where: { $0.properties == names }) else {
        throw StoreError(
          .corrupt, "the store has no uniqueness constraint of \(names.joined(separator: ", "))",
          path: store.path)
      }
      // Which rows were there is told by their keys.
      return RowStatements.insertion(of: table.layout, feedTable: StoredNames.feed)
        + RowStatements.updateClause(of: table.layout, constraint, slots: slots, entity: entity)
        + " RETURNING \(StoredNames.key)"
    }
  }

  private func insert(
    _ rows: PackedRows, _ text: String, _ outcome: inout BatchOutcome, _ connection: SQLiteConnection
  ) throws {
    if case .fail = insertion.conflict {
      outcome.count += try connection.feed(text, rows: rows)
      if insertion.wantsKeys { for row in 0..<rows.count { outcome.keys?.append(rows.key(row)) } }
      return
    }
    guard isUpdating || insertion.wantsKeys else {
      outcome.count += try connection.feed(text, rows: rows)
      return
    }
    let keys = try connection.withFeed(rows) { try connection.keys(text, []) }
    outcome.count += keys.count
    if insertion.wantsKeys { outcome.keys?.append(contentsOf: keys) }
    guard isUpdating else { return }
    let new = KeySet((0..<rows.count).map { rows.key($0) })
    outcome.updatedKeys += keys.filter { !new.contains($0) }
  }
}
