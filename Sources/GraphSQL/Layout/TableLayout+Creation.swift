import GraphModel
package import SQLSyntax

extension TableLayout {
  /// `CREATE TABLE` of the hierarchy.
  package var creation: SQL {
    var definitions: [SQL] = [
      "\(identifier: Self.keyColumn) INTEGER PRIMARY KEY",
      "\(identifier: Self.versionColumn) INTEGER NOT NULL",
    ]
    for column in columns {
      definitions.append(
        "\(identifier: column.name) \(sql: SQL(raw: column.type))\(sql: SQL(raw: nullable[column.slot] ? "" : " NOT NULL"))"
      )
    }
    return "CREATE TABLE \(identifier: tableName) (\(sql: definitions.joined(separator: ", "))) STRICT"
  }

  /// `CREATE INDEX` of each uniqueness constraint and index.
  package var indexCreations: [SQL] {
    let unique = uniquenessConstraints.map { names -> SQL in
      let columns = names.map { SQL.identifier($0) }.joined(separator: ", ")
      let name = "\(tableName)_unique_\(names.joined(separator: "_"))"
      return "CREATE UNIQUE INDEX \(identifier: name) ON \(identifier: tableName) (\(sql: columns))"
    }
    let plain = indexes.enumerated().map { number, index -> SQL in
      let columns = index.elements.map { element -> SQL in
        "\(identifier: element.property)\(sql: SQL(raw: element.isDescending ? " DESC" : ""))"
      }.joined(separator: ", ")
      let name = "\(tableName)_index_\(number + 1)"
      return "CREATE INDEX \(identifier: name) ON \(identifier: tableName) (\(sql: columns))"
    }
    return unique + plain
  }
}
