internal import CSQLite
internal import GraphValues
package import SQLSyntax

extension SQLiteStatement {
  /// Binds a value to a parameter; the first is 1. SQLite makes NULL of NaN.
  package func bind(_ value: SQLValue, at index: Int) throws {
    switch value {
    case .null: try bindNull(at: index)
    case .integer(let value): try bindInteger(value, at: index)
    case .real(let value): try bindReal(value, at: index)
    case .text(let value): try bindText(value, at: index)
    case .blob(let value): try bindBlob(value, at: index)
    }
  }

  /// Binds all parameters from 1 on; their number has to be right.
  package func bind(_ values: [SQLValue]) throws {
    guard values.count == parameterCount else {
      throw SQLiteError(
        extendedCode: SQLITE_RANGE,
        message: "\(values.count) values for \(parameterCount) parameters", sql: text)
    }
    for (offset, value) in values.enumerated() {
      try bind(value, at: offset + 1)
    }
  }

  package func bindNull(at index: Int) throws {
    report(.null, at: index)
    try check(sqlite3_bind_null(pointer, parameter(index)))
  }

  package func bindInteger(_ value: Int64, at index: Int) throws {
    report(.integer(value), at: index)
    try check(sqlite3_bind_int64(pointer, parameter(index), value))
  }

  package func bindReal(_ value: Double, at index: Int) throws {
    report(.real(value), at: index)
    try check(sqlite3_bind_double(pointer, parameter(index), value))
  }

  package func bindText(_ value: String, at index: Int) throws {
    report(.text(value), at: index)
    var value = value
    let result = value.withUTF8 { utf8 in
      bindText(UnsafeRawPointer(utf8.baseAddress), count: utf8.count, at: parameter(index), isStatic: false)
    }
    try check(result)
  }

  package func bindBlob(_ value: [UInt8], at index: Int) throws {
    report(.blob(value), at: index)
    let result = value.withUnsafeBytes { bytes in
      bindBlob(bytes.baseAddress, count: bytes.count, at: parameter(index), isStatic: false)
    }
    try check(result)
  }

  /// Binds a slot of a packed row without copying: the batch's memory has to stay until the bindings are cleared.
  func bindStatic(
    _ slot: Int, row: UnsafePointer<UInt64>, bytes: UnsafeRawPointer, layout: RowLayout, at index: Int32
  ) -> Int32 {
    if row[RowLayout.headerWords &+ slot >> 6] & (1 << UInt64(slot & 63)) != 0 {
      return sqlite3_bind_null(pointer, index)
    }
    let word = row[layout.firstSlot &+ slot]
    switch layout.kinds[slot] {
    case .integer: return sqlite3_bind_int64(pointer, index, Int64(bitPattern: word))
    case .real: return sqlite3_bind_double(pointer, index, Double(bitPattern: word))
    case .text:
      return bindText(
        bytes + Int(word >> 32), count: Int(word & 0xFFFF_FFFF), at: index, isStatic: true)
    case .blob:
      return bindBlob(
        bytes + Int(word >> 32), count: Int(word & 0xFFFF_FFFF), at: index, isStatic: true)
    }
  }

  private func bindText(
    _ start: UnsafeRawPointer?, count: Int, at index: Int32, isStatic: Bool
  ) -> Int32 {
    guard let start, count > 0 else {
      return sqlite3_bind_text64(pointer, index, "", 0, transientDestructor, UInt8(SQLITE_UTF8))
    }
    return sqlite3_bind_text64(
      pointer, index, start.assumingMemoryBound(to: CChar.self), UInt64(count),
      isStatic ? nil : transientDestructor, UInt8(SQLITE_UTF8))
  }

  private func bindBlob(
    _ start: UnsafeRawPointer?, count: Int, at index: Int32, isStatic: Bool
  ) -> Int32 {
    // A blob without an address would be bound as NULL.
    guard let start, count > 0 else { return sqlite3_bind_zeroblob(pointer, index, 0) }
    return sqlite3_bind_blob64(
      pointer, index, start, UInt64(count), isStatic ? nil : transientDestructor)
  }

  /// SQLite refuses 0 as out of range.
  private func parameter(_ index: Int) -> Int32 {
    Int32(exactly: index) ?? 0
  }
}
