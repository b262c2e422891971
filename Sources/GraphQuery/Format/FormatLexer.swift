import Foundation
import GraphValues

/// Splits format text into tokens.
struct FormatLexer {
  private let bytes: [UInt8]
  private var index = 0

  init(_ text: String) { bytes = Array(text.utf8) }

  mutating func next() throws(QueryError) -> FormatToken {
    while index < bytes.count, Self.isSpace(bytes[index]) { index += 1 }
    let offset = index
    return FormatToken(kind: try kind(), offset: offset)
  }

  private mutating func kind() throws(QueryError) -> FormatToken.Kind {
    guard let byte = peek() else { return .end }
    switch byte {
    case UInt8(ascii: "'"), UInt8(ascii: "\""): return .literal(.string(try string(quote: byte)))
    case UInt8(ascii: "0")...UInt8(ascii: "9"): return .literal(try number())
    case UInt8(ascii: ".") where Self.isDigit(peek(1)): return .literal(try number())
    case UInt8(ascii: "%"): return try placeholder()
    case UInt8(ascii: "$"):
      return .variable(try name(after: 1, "expected a variable's name after \"$\""))
    case UInt8(ascii: "@"):
      return .aggregate(try name(after: 1, "expected a name after \"@\""))
    case UInt8(ascii: "#"):
      return .word(try name(after: 1, "expected a name after \"#\""), isEscaped: true)
    case UInt8(ascii: "`"): return .word(try quotedName(), isEscaped: true)
    default:
      if Self.isNameStart(byte) { return .word(name(), isEscaped: false) }
      return .symbol(try symbol(byte))
    }
  }

  private func peek(_ distance: Int = 0) -> UInt8? {
    index + distance < bytes.count ? bytes[index + distance] : nil
  }

  private func mistake(_ message: String, at offset: Int? = nil) -> QueryError {
    QueryError(.syntax, message, position: offset ?? index)
  }

  // MARK: Names

  private mutating func name() -> String {
    let start = index
    while let byte = peek(), Self.isNameStart(byte) || Self.isDigit(byte) { index += 1 }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  private mutating func name(after prefix: Int, _ message: String) throws(QueryError) -> String {
    let start = index
    index += prefix
    let name = name()
    if name.isEmpty { throw mistake(message, at: start) }
    return name
  }

  private mutating func quotedName() throws(QueryError) -> String {
    let start = index
    index += 1
    while let byte = peek(), byte != UInt8(ascii: "`") { index += 1 }
    guard peek() != nil else { throw mistake("the name in backticks has no end", at: start) }
    index += 1
    return String(decoding: bytes[start + 1..<index - 1], as: UTF8.self)
  }

  // MARK: Strings

  private mutating func string(quote: UInt8) throws(QueryError) -> String {
    let start = index
    index += 1
    var result: [UInt8] = []
    while let byte = peek() {
      index += 1
      if byte == quote { return String(decoding: result, as: UTF8.self) }
      if byte == UInt8(ascii: "\\") {
        try escape(into: &result)
      } else {
        result.append(byte)
      }
    }
    throw mistake("the string has no closing quote", at: start)
  }

  /// After a backslash. What is no escape stays, backslash and all, so that `\d` reaches a regular expression.
  private mutating func escape(into result: inout [UInt8]) throws(QueryError) {
    guard let byte = peek() else { return }
    index += 1
    switch byte {
    case UInt8(ascii: "\\"), UInt8(ascii: "'"), UInt8(ascii: "\""): result.append(byte)
    case UInt8(ascii: "n"): result.append(0x0A)
    case UInt8(ascii: "r"): result.append(0x0D)
    case UInt8(ascii: "t"): result.append(0x09)
    case UInt8(ascii: "u"):
      var unit = try hexadecimal()
      if unit & 0xFC00 == 0xD800, peek() == UInt8(ascii: "\\"), peek(1) == UInt8(ascii: "u") {
        index += 2
        let low = try hexadecimal()
        guard low & 0xFC00 == 0xDC00 else { throw mistake("half a surrogate pair", at: index - 12) }
        unit = 0x10000 + (unit & 0x3FF) << 10 + (low & 0x3FF)
      }
      guard let scalar = Unicode.Scalar(unit) else { throw mistake("half a surrogate pair", at: index - 6) }
      result += Array(String(scalar).utf8)
    default: result += [UInt8(ascii: "\\"), byte]
    }
  }

  private mutating func hexadecimal() throws(QueryError) -> UInt32 {
    let digits = String(decoding: bytes[index..<min(index + 4, bytes.count)], as: UTF8.self)
    guard digits.utf8.count == 4, digits.utf8.allSatisfy(Self.isHexadecimal),
      let unit = UInt32(digits, radix: 16)
    else { throw mistake("\\u takes four hexadecimal digits", at: index - 2) }
    index += 4
    return unit
  }

  // MARK: Numbers

  private mutating func number() throws(QueryError) -> AttributeValue {
    let start = index
    if bytes[index] == UInt8(ascii: "0"), let radix = Self.radix(peek(1)) {
      index += 2
      let digits = name().replacing("_", with: "")
      guard let value = UInt64(digits, radix: radix) else {
        throw mistake("the number is malformed or too large", at: start)
      }
      return Int64(exactly: value).map { .int($0) } ?? .decimal(Decimal(value))
    }
    skipDigits()
    var isFraction = false
    if peek() == UInt8(ascii: "."), Self.isDigit(peek(1)) || !Self.isName(peek(1)) {
      isFraction = true
      index += 1
      skipDigits()
    }
    if let byte = peek(), byte | 0x20 == UInt8(ascii: "e") {
      let signed = peek(1) == UInt8(ascii: "-") || peek(1) == UInt8(ascii: "+")
      if Self.isDigit(peek(signed ? 2 : 1)) {
        isFraction = true
        index += signed ? 2 : 1
        skipDigits()
      }
    }
    if Self.isName(peek()) { throw mistake("the number is malformed", at: start) }
    let text = String(decoding: bytes[start..<index], as: UTF8.self)
    if !isFraction, let value = Int64(text) { return .int(value) }
    guard let value = Self.fraction(text) else {
      throw mistake("the number is malformed or too large", at: start)
    }
    return value
  }

  /// A number with a point or beyond 64 bits: a double where that says it all, else a decimal.
  private static func fraction(_ text: String) -> AttributeValue? {
    guard let double = Double(text), double.isFinite else { return nil }
    let mantissa = text.prefix { $0 != "e" && $0 != "E" }
    let digits = mantissa.filter(\.isNumber).drop { $0 == "0" }
    if digits.count <= 15 { return .double(double) }
    guard digits.count <= 38,
      let decimal = Decimal(string: text, locale: Locale(identifier: "en_US_POSIX")), !decimal.isNaN
    else { return .double(double) }
    return .decimal(decimal)
  }

  private mutating func skipDigits() { while Self.isDigit(peek()) { index += 1 } }

  private static func radix(_ byte: UInt8?) -> Int? {
    switch byte {
    case UInt8(ascii: "x"), UInt8(ascii: "X"): 16
    case UInt8(ascii: "o"), UInt8(ascii: "O"): 8
    case UInt8(ascii: "b"), UInt8(ascii: "B"): 2
    default: nil
    }
  }

  // MARK: Placeholders and symbols

  private mutating func placeholder() throws(QueryError) -> FormatToken.Kind {
    let start = index
    index += 1
    let from = index
    while let byte = peek(), [UInt8(ascii: "l"), UInt8(ascii: "h"), UInt8(ascii: "q")].contains(byte),
      index - from < 2
    {
      index += 1
    }
    guard let byte = peek(), byte > 0x20, byte < 0x7F else {
      throw mistake("expected a placeholder such as \"%@\" after \"%\"", at: start)
    }
    index += 1
    let name = String(decoding: bytes[from..<index], as: UTF8.self)
    return name == "%" ? .literal(.string("%")) : .placeholder(name)
  }

  private mutating func symbol(_ byte: UInt8) throws(QueryError) -> String {
    let next = peek(1).map { String(UnicodeScalar($0)) } ?? ""
    let one = String(UnicodeScalar(byte))
    switch one + next {
    case "==", "!=", "<>", "<=", "=<", ">=", "=>", "&&", "||", "**", "<<", ">>", ":=", "??":
      index += 2
      return one + next
    default: break
    }
    guard "=<>!(){}[],.:+-*/&|^~".utf8.contains(byte) else {
      throw mistake("unexpected character \(Self.show(bytes[index...]))")
    }
    index += 1
    return one
  }

  private static func show(_ bytes: ArraySlice<UInt8>) -> String {
    let character = String(decoding: bytes.prefix(16), as: UTF8.self).first ?? " "
    return character.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
      ? "\"\(character)\"" : "of code \(character.unicodeScalars.first?.value ?? 0)"
  }

  // MARK: Classes of bytes

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

  private static func isDigit(_ byte: UInt8?) -> Bool { byte.map { (0x30...0x39).contains($0) } ?? false }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    isDigit(byte) || (0x61...0x66).contains(byte | 0x20)
  }

  /// Letters, the underscore and everything beyond ASCII.
  private static func isNameStart(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte | 0x20) || byte == UInt8(ascii: "_") || byte >= 0x80
  }

  private static func isName(_ byte: UInt8?) -> Bool {
    byte.map { isNameStart($0) || isDigit($0) } ?? false
  }
}
