import SQLSyntax

enum PragmaText {
  /// Reads a pragma.
  static func pragma(_ name: String) -> SQL { SQL(raw: "PRAGMA \(name)") }
}
