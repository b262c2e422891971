package import SQLSyntax

/// An index of a table.
package struct IndexLayout: Sendable {
  /// A column of an index.
  package struct Term: Sendable, Hashable {
    package let column: String
    package let isDescending: Bool

    init(_ column: String, isDescending: Bool = false) {
      self.column = column
      self.isDescending = isDescending
    }
  }

  package let name: String
  package let table: String
  package let terms: [Term]
  package let isUnique: Bool
  /// Which rows it covers, as SQL; nil for all.
  package let condition: String?

  init(_ name: String, on table: String, _ terms: [Term], isUnique: Bool = false, condition: String? = nil) {
    self.name = name
    self.table = table
    self.terms = terms
    self.isUnique = isUnique
    self.condition = condition
  }

  /// `CREATE INDEX`.
  package var creation: SQL {
    let columns = terms.map { term -> SQL in
      "\(identifier: term.column)\(sql: SQL(raw: term.isDescending ? " DESC" : ""))"
    }.joined(separator: ", ")
    return """
      CREATE \(sql: SQL(raw: isUnique ? "UNIQUE " : ""))INDEX \(identifier: name) \
      ON \(identifier: table) (\(sql: columns))\(sql: SQL(raw: condition.map { " WHERE \($0)" } ?? ""))
      """
  }
}

/// A uniqueness constraint of an entity, and the index that keeps it.
package struct UniquenessLayout: Sendable {
  /// The entity that declares the constraint; it holds for all that inherit from it.
  package let entity: String
  package let properties: [String]
  package let slots: [Int]
  package let index: IndexLayout
}
