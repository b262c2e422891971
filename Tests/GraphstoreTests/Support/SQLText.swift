import SQLSyntax

enum SQLText {
  /// Reads a pragma.
  static func pragma(_ name: String) -> SQL { SQL(raw: "PRAGMA \(name)") }
}
