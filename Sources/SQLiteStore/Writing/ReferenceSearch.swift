import GraphModel
import GraphValues
import ObjectGraph
import SQLiteAccess

/// Finds which reference leads to an object that is not there, in the transaction that cannot be committed for it.
struct ReferenceSearch {
  /// What was changed; nil where that may be anything.
  private let changes: ChangeSet?
  private let outcome: SaveOutcome
  private let names: StoredNames

  init(changes: ChangeSet, outcome: SaveOutcome, names: StoredNames) {
    self.changes = changes
    self.outcome = outcome
    self.names = names
  }

  /// Searches all references.
  init(_ names: StoredNames) {
    changes = nil
    outcome = SaveOutcome()
    self.names = names
  }

  func conflict(_ connection: SQLiteConnection) -> SaveConflict {
    let written = Set(
      ((changes?.insertions.map(\.entity) ?? []) + (changes?.updates.map(\.entity) ?? []))
        .map { names.root(of: $0) })
    let deleted = Set(changes?.deletions.map { names.root(of: $0.entity) } ?? []).union(outcome.deleted.keys)
    for relationship in names.model.relationships {
      let destination = names.root(of: relationship.destination)
      let isConcerned =
        changes == nil || deleted.contains(destination)
        || written.contains(names.root(of: relationship.owner))
        || changes?.links.contains { isPart(relationship, of: $0.join) } == true
      guard isConcerned, let text = text(relationship, destination: destination) else { continue }
      if let key = try? connection.keys(text, []).first {
        return .missingObject(relationship: relationship.index, key: key)
      }
    }
    return .missingObject(relationship: nil, key: nil)
  }

  private func isPart(_ relationship: ResolvedRelationship, of join: Int) -> Bool {
    if case .join(let index, _) = relationship.storage { index == join } else { false }
  }

  /// Selects the key of an object that a relationship leads to and that is not there; nil where members hold the
  /// reference.
  private func text(_ relationship: ResolvedRelationship, destination: String) -> String? {
    let missing =
      "NOT EXISTS (SELECT 1 FROM \(names.table(ofRoot: destination)) AS m WHERE m.\(StoredNames.key) ="
    switch relationship.storage {
    case .inverseColumn: return nil
    case .column(let slot, _):
      // References that may dangle are no foreign keys.
      if names.model.inverse(of: relationship).deleteRule == .noAction { return nil }
      let column = "o.\(names.column(slot, of: relationship.owner))"
      let family = names.family(relationship.owner, alias: "o").map { " AND \($0)" } ?? ""
      return "SELECT \(column) FROM \(names.table(of: relationship.owner)) AS o "
        + "WHERE \(column) IS NOT NULL AND \(missing) \(column))\(family) LIMIT 1"
    case .join(let index, let isSource):
      if names.model.inverse(of: relationship).deleteRule == .noAction { return nil }
      return names.sides(index, isSource: isSource).map { side in
        "SELECT j.\(side.member) FROM \(side.table) AS j WHERE \(missing) j.\(side.member))"
      }.joined(separator: " UNION ALL ") + " LIMIT 1"
    }
  }
}
