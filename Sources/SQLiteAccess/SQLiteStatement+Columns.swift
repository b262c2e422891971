internal import CSQLite
package import SQLSyntax

extension SQLiteStatement {
  package var columnCount: Int { Int(sqlite3_column_count(pointer)) }

  /// The name of a column; empty where there is no such column.
  package func columnName(_ index: Int) -> String {
    guard let name = sqlite3_column_name(pointer, column(index)) else { return "" }
    return String(cString: name)
  }

  package func isNull(_ index: Int) -> Bool {
    sqlite3_column_type(pointer, column(index)) == SQLITE_NULL
  }

  /// A column of the current row, converted by SQLite's rules; 0 for NULL.
  package func integer(_ index: Int) -> Int64 {
    sqlite3_column_int64(pointer, column(index))
  }

  /// A column of the current row, converted by SQLite's rules; 0 for NULL.
  package func real(_ index: Int) -> Double {
    sqlite3_column_double(pointer, column(index))
  }

  /// A column of the current row; bytes that are not UTF-8 are replaced by U+FFFD. Empty for NULL.
  package func text(_ index: Int) -> String {
    let index = column(index)
    guard let start = sqlite3_column_text(pointer, index) else { return "" }
    let count = Int(sqlite3_column_bytes(pointer, index))
    return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  /// The bytes of a column of the current row; empty for NULL.
  package func blob(_ index: Int) -> [UInt8] {
    let index = column(index)
    guard let start = sqlite3_column_blob(pointer, index) else { return [] }
    return [UInt8](UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(pointer, index))))
  }

  /// A column of the current row as SQLite holds it.
  package func value(_ index: Int) -> SQLValue {
    switch sqlite3_column_type(pointer, column(index)) {
    case SQLITE_INTEGER: .integer(integer(index))
    case SQLITE_FLOAT: .real(real(index))
    case SQLITE_TEXT: .text(text(index))
    case SQLITE_BLOB: .blob(blob(index))
    default: .null
    }
  }

  /// SQLite reads NULL where there is no such column.
  private func column(_ index: Int) -> Int32 {
    Int32(exactly: index) ?? -1
  }
}
