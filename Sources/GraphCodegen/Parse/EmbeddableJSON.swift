/// Makes JSON text fit for a raw string literal in source.
enum EmbeddableJSON {
  /// The same JSON with everything invisible in its strings written as JSON escapes, and without tabs and
  /// carriage returns between its tokens.
  static func text(_ json: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in json.unicodeScalars {
      switch scalar {
      case "\n": result.append(scalar)
      case "\r", "\t": result.append(" ")
      case _ where InvisibleScalars.contains(scalar):
        for unit in String(scalar).utf16 {
          let digits = String(unit, radix: 16)
          result.append(
            contentsOf: "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)".unicodeScalars)
        }
      default: result.append(scalar)
      }
    }
    while result.last == "\n" { result.removeLast() }
    return String(result)
  }
}
