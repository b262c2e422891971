extension SQL {
  /// A value spelled out as a literal, for DDL, which takes no parameters.
  package static func literal(_ value: SQLValue) -> SQL {
    switch value {
    case .null: SQL(raw: "NULL")
    case .integer(let value): literal(value)
    case .real(let value): literal(value)
    case .text(let value): literal(value)
    case .blob(let value): literal(value)
    }
  }

  package static func literal(_ value: Int64) -> SQL {
    SQL(raw: String(value))
  }

  /// A real literal; infinities are spelled as numbers too large to hold, NaN as NULL, which is what SQLite
  /// makes of it.
  ///
  /// SQLite's own reading of decimal text may differ in the last bit; bind what has to be exact.
  package static func literal(_ value: Double) -> SQL {
    if value.isNaN { return SQL(raw: "NULL") }
    if value.isInfinite { return SQL(raw: value < 0 ? "-9e999" : "9e999") }
    return SQL(raw: String(describing: value))
  }

  /// A real as an expression that SQLite evaluates to this very number: an integer and powers of two, which it reads
  /// without rounding.
  package static func exact(_ value: Double) -> SQL {
    guard value.isFinite, value != 0 else { return literal(value) }
    var digits = Int64(value.significand * 0x1p52)
    var exponent = Int(value.exponent) - 52
    let zeros = digits.trailingZeroBitCount
    digits >>= Int64(zeros)
    exponent += zeros
    var text = "CAST(\(value < 0 ? -digits : digits) AS REAL)"
    while exponent != 0 {
      let step = min(abs(exponent), 62)
      text += " \(exponent < 0 ? "/" : "*") CAST(\(Int64(1) << Int64(step)) AS REAL)"
      exponent += exponent < 0 ? step : -step
    }
    return SQL(raw: "(\(text))")
  }

  /// A text literal.
  ///
  /// SQL text ends at its first NUL, so a text that has one is spelled as the bytes of a blob.
  package static func literal(_ value: String) -> SQL {
    if value.utf8.contains(0) {
      return SQL(raw: "CAST(\(hexadecimal(value.utf8)) AS TEXT)")
    }
    var text = "'"
    for scalar in value.unicodeScalars {
      if scalar == "'" { text.unicodeScalars.append(scalar) }
      text.unicodeScalars.append(scalar)
    }
    text += "'"
    return SQL(raw: text)
  }

  /// A blob literal.
  package static func literal(_ value: [UInt8]) -> SQL {
    SQL(raw: hexadecimal(value))
  }

  private static func hexadecimal(_ bytes: some Collection<UInt8>) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    let text = [UInt8](unsafeUninitializedCapacity: bytes.count * 2) { buffer, count in
      for byte in bytes {
        buffer.initializeElement(at: count, to: digits[Int(byte >> 4)])
        buffer.initializeElement(at: count + 1, to: digits[Int(byte & 15)])
        count += 2
      }
    }
    return "x'" + String(decoding: text, as: UTF8.self) + "'"
  }
}
