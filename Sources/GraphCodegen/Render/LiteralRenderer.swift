/// Spells literals so that the compiler reads back exactly the value, whatever it holds.
enum LiteralRenderer {
  static func render(_ literal: LiteralSyntax) -> String {
    switch literal {
    case .nil: "nil"
    case .boolean(let value): value ? "true" : "false"
    case .integer(let value): String(value)
    case .number(let digits): digits
    case .string(let value), .text(let value): quoted(value)
    }
  }

  /// A string literal on one line; quotes, backslashes and everything invisible are escaped.
  static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      default:
        if InvisibleScalars.contains(scalar) {
          result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
        } else {
          result.unicodeScalars.append(scalar)
        }
      }
    }
    return result + "\""
  }

  /// The lines of a raw literal over several lines: delimiters with enough number signs that nothing in the
  /// text can end the literal or begin an interpolation.
  ///
  /// - Precondition: the text holds no carriage return and nothing invisible, which a raw literal cannot
  ///   escape; JSON writes them as escapes of its own.
  static func rawLines(_ text: String) -> [String] {
    var longest = 0
    var run = 0
    for byte in text.utf8 {
      run = byte == UInt8(ascii: "#") ? run + 1 : 0
      longest = max(longest, run)
    }
    let signs = String(repeating: "#", count: longest + 1)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    return ["\(signs)\"\"\""] + lines + ["\"\"\"\(signs)"]
  }
}
