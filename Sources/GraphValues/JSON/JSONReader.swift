/// Reads JSON as RFC 8259 defines it, strictly, and keeps what others lose of the text: the exact digits of
/// numbers, duplicate keys, the order of keys, and where everything stood.
package struct JSONReader {
  /// How much a text may hold: texts from strangers are answered quickly, whatever they hold.
  package struct Limits: Sendable {
    /// The deepest nesting of arrays and objects.
    package let depth: Int
    /// The most values.
    package let values: Int
    /// The most characters of a number.
    package let numberLength: Int

    package init(depth: Int = 512, values: Int = .max, numberLength: Int = .max) {
      self.depth = depth
      self.values = values
      self.numberLength = numberLength
    }
  }

  private let bytes: [UInt8]
  private let limits: Limits
  private var position = 0
  private var depth = 0
  private var valueCount = 0
  private var hasDuplicateKeys = false

  /// What a text held.
  package struct Document: Sendable {
    package let root: JSONNode
    /// Whether an object somewhere has a key twice.
    package let hasDuplicateKeys: Bool
  }

  /// - Throws: the first mistake in the syntax or the encoding, or a limit that is passed.
  package static func read(
    _ bytes: [UInt8], limits: Limits = Limits()
  ) throws(JSONSyntaxError) -> Document {
    var reader = JSONReader(bytes: bytes, limits: limits)
    try reader.checkEncoding()
    reader.skipSpace()
    let root = try reader.value()
    reader.skipSpace()
    if reader.position < bytes.count { throw reader.error("unexpected text after the end of the value") }
    return Document(root: root, hasDuplicateKeys: reader.hasDuplicateKeys)
  }

  private init(bytes: [UInt8], limits: Limits) {
    self.bytes = bytes
    self.limits = limits
  }

  private func error(_ message: String, at offset: Int? = nil) -> JSONSyntaxError {
    JSONSyntaxError(message, at: offset ?? position, in: bytes)
  }

  private mutating func checkEncoding() throws(JSONSyntaxError) {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      throw error("the text is UTF-16; UTF-8 is expected")
    }
    if String(validating: bytes, as: UTF8.self) != nil { return }
    var parser = Unicode.UTF8.ForwardParser()
    var iterator = bytes.makeIterator()
    var offset = 0
    while true {
      switch parser.parseScalar(from: &iterator) {
      case .valid(let encoded): offset += encoded.count
      case .error: throw error("the text is not valid UTF-8", at: offset)
      case .emptyInput: return
      }
    }
  }

  private mutating func value() throws(JSONSyntaxError) -> JSONNode {
    valueCount += 1
    if valueCount > limits.values { throw error("more than \(limits.values) values") }
    let start = position
    let kind = try kind()
    return JSONNode(kind: kind, range: start..<position)
  }

  private mutating func kind() throws(JSONSyntaxError) -> JSONNode.Kind {
    guard let byte = peek else { throw error("the text ends where a value is expected") }
    switch byte {
    case UInt8(ascii: "{"): return .object(try members())
    case UInt8(ascii: "["): return .array(try elements())
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number(try number())
    case UInt8(ascii: "t") where take("true"): return .bool(true)
    case UInt8(ascii: "f") where take("false"): return .bool(false)
    case UInt8(ascii: "n") where take("null"): return .null
    case UInt8(ascii: "'"): throw error("strings are written in double quotation marks")
    case UInt8(ascii: "/"): throw error("JSON has no comments")
    case UInt8(ascii: "]"), UInt8(ascii: "}"): throw error("a value is missing, or a comma too many")
    default: throw error("a value is expected")
    }
  }

  private mutating func members() throws(JSONSyntaxError) -> [JSONMember] {
    try enter()
    defer { depth -= 1 }
    var result: [JSONMember] = []
    var keys: Set<String> = []
    if skip(UInt8(ascii: "}")) { return result }
    while true {
      let keyOffset = position
      guard peek == UInt8(ascii: "\"") else {
        throw error(
          peek == UInt8(ascii: "}")
            ? "a comma too many before \"}\"" : "a key in double quotation marks is expected")
      }
      let key = try string()
      guard skip(UInt8(ascii: ":")) else { throw error("\":\" is expected after the key") }
      let value = try value()
      if !keys.insert(key).inserted { hasDuplicateKeys = true }
      result.append(JSONMember(key: key, keyOffset: keyOffset, value: value))
      if skip(UInt8(ascii: ",")) { continue }
      if skip(UInt8(ascii: "}")) { return result }
      throw error(peek == nil ? "the text ends within an object" : "\",\" or \"}\" is expected")
    }
  }

  private mutating func elements() throws(JSONSyntaxError) -> [JSONNode] {
    try enter()
    defer { depth -= 1 }
    var result: [JSONNode] = []
    if skip(UInt8(ascii: "]")) { return result }
    while true {
      result.append(try value())
      if skip(UInt8(ascii: ",")) { continue }
      if skip(UInt8(ascii: "]")) { return result }
      throw error(peek == nil ? "the text ends within an array" : "\",\" or \"]\" is expected")
    }
  }

  private mutating func enter() throws(JSONSyntaxError) {
    depth += 1
    if depth > limits.depth {
      throw error("arrays and objects are nested more than \(limits.depth) deep")
    }
    position += 1
    skipSpace()
  }

  private mutating func string() throws(JSONSyntaxError) -> String {
    let start = position
    position += 1
    var text: [UInt8] = []
    var run = position
    while position < bytes.count {
      let byte = bytes[position]
      if byte == UInt8(ascii: "\"") {
        text += bytes[run..<position]
        position += 1
        return String(decoding: text, as: UTF8.self)
      }
      if byte == UInt8(ascii: "\\") {
        text += bytes[run..<position]
        text += try escape()
        run = position
      } else if byte < 0x20 {
        throw error(
          byte == UInt8(ascii: "\n")
            ? "a string ends with its line; \\n stands for a new line"
            : "a control character in a string has to be escaped")
      } else {
        position += 1
      }
    }
    throw error("the string has no end", at: start)
  }

  private mutating func escape() throws(JSONSyntaxError) -> [UInt8] {
    let start = position
    position += 2
    guard position <= bytes.count else { throw error("the string has no end", at: start) }
    switch bytes[position - 1] {
    case UInt8(ascii: "\""): return [UInt8(ascii: "\"")]
    case UInt8(ascii: "\\"): return [UInt8(ascii: "\\")]
    case UInt8(ascii: "/"): return [UInt8(ascii: "/")]
    case UInt8(ascii: "b"): return [0x08]
    case UInt8(ascii: "f"): return [0x0C]
    case UInt8(ascii: "n"): return [0x0A]
    case UInt8(ascii: "r"): return [0x0D]
    case UInt8(ascii: "t"): return [0x09]
    case UInt8(ascii: "u"): break
    default: throw error("there is no such escape", at: start)
    }
    var code = try codeUnit(at: start)
    if (0xD800..<0xDC00).contains(code) {
      guard position + 1 < bytes.count, bytes[position] == UInt8(ascii: "\\"),
        bytes[position + 1] == UInt8(ascii: "u")
      else { throw error("half of a surrogate pair", at: start) }
      position += 2
      let low = try codeUnit(at: start)
      guard (0xDC00..<0xE000).contains(low) else { throw error("half of a surrogate pair", at: start) }
      code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
    }
    guard let scalar = Unicode.Scalar(code) else { throw error("half of a surrogate pair", at: start) }
    return Array(String(Character(scalar)).utf8)
  }

  private mutating func codeUnit(at start: Int) throws(JSONSyntaxError) -> UInt32 {
    let end = position + 4
    guard end <= bytes.count else { throw error("\\u takes four hexadecimal digits", at: start) }
    var code: UInt32 = 0
    for byte in bytes[position..<end] {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 0x80 else {
        throw error("\\u takes four hexadecimal digits", at: start)
      }
      code = code << 4 | UInt32(digit)
    }
    position = end
    return code
  }

  private mutating func number() throws(JSONSyntaxError) -> String {
    let start = position
    if peek == UInt8(ascii: "-") { position += 1 }
    if peek == UInt8(ascii: "0") {
      position += 1
      if let byte = peek, isDigit(byte) { throw error("a number does not begin with 0", at: start) }
    } else {
      try digits(from: start)
    }
    if peek == UInt8(ascii: ".") {
      position += 1
      try digits(from: start)
    }
    if peek == UInt8(ascii: "e") || peek == UInt8(ascii: "E") {
      position += 1
      if peek == UInt8(ascii: "+") || peek == UInt8(ascii: "-") { position += 1 }
      try digits(from: start)
    }
    if position - start > limits.numberLength {
      throw error("a number of more than \(limits.numberLength) characters", at: start)
    }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private mutating func digits(from start: Int) throws(JSONSyntaxError) {
    let first = position
    while let byte = peek, isDigit(byte) { position += 1 }
    if position == first { throw error("a digit is missing in the number") }
  }

  private func isDigit(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
  }

  private var peek: UInt8? {
    position < bytes.count ? bytes[position] : nil
  }

  private mutating func take(_ word: StaticString) -> Bool {
    let end = position + word.utf8CodeUnitCount
    guard end <= bytes.count else { return false }
    let found = word.withUTF8Buffer { bytes[position..<end].elementsEqual($0) }
    if found { position = end }
    return found
  }

  /// Skips space, then the byte where it stands here, then space.
  private mutating func skip(_ byte: UInt8) -> Bool {
    skipSpace()
    guard peek == byte else { return false }
    position += 1
    skipSpace()
    return true
  }

  private mutating func skipSpace() {
    while let byte = peek,
      byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
    {
      position += 1
    }
  }
}
