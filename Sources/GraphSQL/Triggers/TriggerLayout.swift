import SQLSyntax

/// A trigger of plain SQL.
package struct TriggerLayout: Sendable {
  /// What a trigger waits for.
  enum Event {
    case insert
    case delete
    /// An update that sets one of the columns.
    case update([String])

    fileprivate var text: String {
      switch self {
      case .insert: "INSERT"
      case .delete: "DELETE"
      case .update(let columns):
        "UPDATE OF " + columns.map { SQL.quoted(identifier: $0) }.joined(separator: ", ")
      }
    }
  }

  package let name: String
  private let body: String

  /// - Parameters:
  ///   - conditions: what has to hold of the row, all of it.
  ///   - statements: what it does.
  init(
    _ name: String, after event: Event, on table: String, when conditions: [String?], do statements: [String]
  ) {
    self.name = name
    let conditions = conditions.compactMap { $0 }
    let when = conditions.isEmpty ? "" : " WHEN " + conditions.joined(separator: " AND ")
    body =
      "AFTER \(event.text) ON \(SQL.quoted(identifier: table))\(when) "
      + "BEGIN \(statements.map { $0 + "; " }.joined())END"
  }

  private init(_ name: String, body: String) {
    self.name = name
    self.body = body
  }

  func named(_ name: String) -> TriggerLayout { TriggerLayout(name, body: body) }

  /// The statement that creates it, as the schema keeps it.
  package var creation: String { "CREATE TRIGGER \(SQL.quoted(identifier: name)) \(body)" }
}
