import GraphModel
import GraphSQL
import ObjectGraph
import SQLSyntax
import SQLiteAccess

/// Finds which derived sums a save made too large for 64 bits: SQLite says so in words of its own.
struct DerivedOverflow {
  let names: StoredNames

  /// The conflict that an error stands for; nil where it is another one.
  func conflict(_ error: SQLiteError) -> SaveConflict? {
    let sums = sums
    // A sum that grows leaves the integers: its STRICT column refuses it, with its name.
    if let sum = sums.first(where: {
      error.message == "cannot store REAL value in INTEGER column \($0.column)"
    }) {
      return .overflow(entity: sum.entity, properties: [sum.property])
    }
    // A sum over all members is an error of the function, without a name.
    guard error.message == "integer overflow", let text = error.sql else { return nil }
    let suspects = sums.filter { text.contains($0.table) }
    guard let first = suspects.first else { return nil }
    return .overflow(entity: first.entity, properties: suspects.map(\.property))
  }

  private struct Sum {
    let entity: String
    let property: String
    /// The quoted table that has the sum, and the column as SQLite names it.
    let table: String
    let column: String
  }

  private var sums: [Sum] {
    names.model.entities.flatMap { entity in
      entity.derivations.compactMap { derivation in
        guard case .sum = derivation.kind,
          let property = entity.properties.first(where: { $0.slot == derivation.slot }),
          property.owner == entity.name,
          let column = names.layout.table(ofRoot: entity.rootName)?.column(ofSlot: derivation.slot)
        else { return nil }
        return Sum(
          entity: entity.name, property: property.name, table: names.table(ofRoot: entity.rootName),
          column: "\(entity.rootName).\(column.name)")
      }
    }
  }
}
