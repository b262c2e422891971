package import GraphQuery
package import GraphValues
package import SQLSyntax

extension ResolvedProjection.Column {
  /// The value of the column that SQLite gave.
  ///
  /// - Returns: nil where another tool wrote what the column's kind cannot hold.
  package func value(_ stored: SQLValue) -> AttributeValue? {
    switch (stored, column.kind) {
    case (.text(let text), .array): codec?.elements(text).map { .array($0) }
    case (.integer(let key), .reference), (.integer(let key), .object):
      home.map { .reference(ObjectID(home: $0, key: key)) }
    default: column.value(stored, scale: column.scale ?? argument?.operand.scale)
    }
  }
}
