package import GraphValues

extension SQLiteConnection {
  /// Reads the next rows of a statement, which are fewer than asked for only at its end.
  ///
  /// The statement's columns are those of ``collect(_:bindings:layout:nullable:rowsPerBatch:expectsFewRows:isKnown:)``.
  ///
  /// - Parameters:
  ///   - statement: a statement with its values bound, which stays where it is between calls. At its end a further
  ///     call begins anew.
  ///   - count: the most rows to read.
  package func collect(
    from statement: SQLiteStatement, atMost count: Int, layout: RowLayout, nullable: [Bool],
    isKnown: ((_ key: Int64, _ version: Int64) -> Bool)? = nil
  ) throws -> CollectedRows {
    try withPacker(statement.text, layout, nullable, 256, isKnown, link: nil) { packer in
      guard statement.columnCount == packer.pointee.columnCount else {
        throw SQLiteError.misuse(
          "\(statement.columnCount) columns for \(packer.pointee.columnCount)", sql: statement.text)
      }
      let columns = StatementColumns(statement: statement.pointer)
      var rest = count
      while rest > 0, try statement.step() {
        if !packer.pointee.append(columns) { throw RowPacker.tooBig(statement.text) }
        rest -= 1
      }
      return packer.pointee.finish()
    }
  }
}
