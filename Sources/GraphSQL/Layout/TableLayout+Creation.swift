import GraphModel
import GraphValues
package import SQLSyntax

extension TableLayout {
  /// `CREATE TABLE` of the hierarchy.
  package var creation: SQL {
    var definitions: [SQL] = [
      "\(identifier: Self.keyColumn) INTEGER PRIMARY KEY",
      "\(identifier: Self.versionColumn) INTEGER NOT NULL",
    ]
    if hasEntityColumn { definitions.append("\(identifier: Self.entityColumn) INTEGER NOT NULL") }
    for column in columns { definitions.append(definition(of: column)) }
    definitions += checks
    return "CREATE TABLE \(identifier: tableName) (\(sql: definitions.joined(separator: ", "))) STRICT"
  }

  /// The conditions that rows have to meet: what entities beneath the root require.
  package var checks: [SQL] {
    requirements.map { requirement in
      let condition = Self.condition(requirement.family, prefix: "")
      return "CHECK (NOT (\(sql: SQL(raw: condition))) OR \(identifier: requirement.column) IS NOT NULL)"
    }
  }

  /// `CREATE INDEX` of each uniqueness constraint and index.
  package var indexCreations: [SQL] { uniqueness.map(\.index.creation) + plainIndexes.map(\.creation) }

  private func definition(of column: Column) -> SQL {
    var definition: SQL = "\(identifier: column.name) \(sql: SQL(raw: column.type))"
    if !nullable[column.slot] { definition.append(raw: " NOT NULL") }
    if let text = column.defaultText { definition.append(raw: " DEFAULT \(text)") }
    if let reference = column.reference, reference.isForeignKey {
      definition += Self.foreignKey(to: reference.table)
    }
    return definition
  }

  /// A foreign key: the net beneath the framework's own integrity, and so without actions of its own.
  static func foreignKey(to table: String) -> SQL {
    " REFERENCES \(identifier: table) (\(identifier: keyColumn)) DEFERRABLE INITIALLY DEFERRED"
  }
}
