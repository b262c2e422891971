/// A table whose changes are noted, as it lies in the database.
package struct CapturedTable: Sendable {
  /// What its rows are.
  package enum Form: Sendable {
    /// Objects, by row ID. The column of the entity's number, where there is one.
    case rows(entityColumn: Int?)
    /// Pairs of keys: the columns of both.
    case links(source: Int, target: Int)
  }

  /// A column whose values are compared.
  package struct Column: Sendable {
    package enum Kind: Sendable {
      case integer
      case real
      case bytes
    }

    /// Its place in the table.
    package let index: Int
    /// Its number in the sets of changed columns.
    package let slot: Int
    package let kind: Kind

    package init(index: Int, slot: Int, kind: Kind) {
      self.index = index
      self.slot = slot
      self.kind = kind
    }
  }

  package let name: String
  package let form: Form
  /// All columns of the table: with another number somebody has changed it.
  package let columnCount: Int
  package let columns: [Column]
  /// The columns whose values are kept of rows that are deleted.
  package let keptColumns: [Int]

  package init(name: String, form: Form, columnCount: Int, columns: [Column], keptColumns: [Int] = []) {
    self.name = name
    self.form = form
    self.columnCount = columnCount
    self.columns = columns
    self.keptColumns = keptColumns
  }
}
