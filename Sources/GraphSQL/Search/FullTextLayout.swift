package import GraphModel
import SQLSyntax

/// The full-text index of a hierarchy's table: an FTS5 table that takes its content from the rows, and the triggers that
/// keep it in step with them. https://sqlite.org/fts5.html#external_content_tables
///
/// Triggers name nothing but FTS5 itself, so that other tools may write too.
package struct FullTextLayout: Sendable {
  /// The table of the rows.
  package let table: String
  /// The FTS5 table.
  package let name: String
  package let index: ResolvedFullText
  private let triggerNames: (insert: String, delete: String, update: String)

  init(_ index: ResolvedFullText, of table: String, names: inout SchemaNames) {
    self.table = table
    self.index = index
    name = names.name(Self.name(ofRoot: table))
    triggerNames = (names.name("\(name)_insert"), names.name("\(name)_delete"), names.name("\(name)_update"))
  }

  /// The name of a hierarchy's FTS5 table. The end keeps it apart from the tables that FTS5 makes of another's name.
  static func name(ofRoot root: String) -> String { "_graphstore_\(root)_fulltext" }

  /// `CREATE VIRTUAL TABLE`.
  package var creation: String {
    Self.creation(named: name, index, content: table)
  }

  /// The statement that makes an FTS5 table of the same columns and tokens.
  ///
  /// - Parameter content: the table that holds the texts; nil for the FTS5 table itself.
  package static func creation(named name: String, _ index: ResolvedFullText, content: String?) -> String {
    var arguments = index.columns.map { SQL.quoted(identifier: $0.name) }
    if let content {
      arguments.append("content=\(SQL.quoted(identifier: content))")
      arguments.append("content_rowid=\(SQL.quoted(identifier: TableLayout.keyColumn))")
    }
    arguments.append("tokenize=\"unicode61 remove_diacritics \(index.keepsDiacritics ? 0 : 2)\"")
    if !index.prefixLengths.isEmpty {
      arguments.append("prefix=\"\(index.prefixLengths.map(String.init).joined(separator: " "))\"")
    }
    return
      "CREATE VIRTUAL TABLE \(SQL.quoted(identifier: name)) USING fts5(\(arguments.joined(separator: ", ")))"
  }

  /// The triggers, which do not ask whether a row has texts: FTS5's own `rebuild` takes every row.
  package var triggers: [TriggerLayout] {
    let columns = index.columns.map { SQL.quoted(identifier: $0.name) }
    let changes = columns.map { "OLD.\($0) IS NOT NEW.\($0)" }.joined(separator: " OR ")
    return [
      TriggerLayout(triggerNames.insert, after: .insert, on: table, when: [], do: [insertion]),
      TriggerLayout(triggerNames.delete, after: .delete, on: table, when: [], do: [deletion]),
      TriggerLayout(
        triggerNames.update, after: .update(index.columns.map(\.name)), on: table, when: ["(\(changes))"],
        do: [deletion, insertion]),
    ]
  }

  private var insertion: String {
    "INSERT INTO \(quotedName) (rowid, \(columnList)) VALUES (\(values(of: "NEW")))"
  }

  /// FTS5 has to be told what a row held to forget it.
  private var deletion: String {
    "INSERT INTO \(quotedName) (\(quotedName), rowid, \(columnList)) VALUES ('delete', \(values(of: "OLD")))"
  }

  private var quotedName: String { SQL.quoted(identifier: name) }

  private var columnList: String {
    index.columns.map { SQL.quoted(identifier: $0.name) }.joined(separator: ", ")
  }

  private func values(of row: String) -> String {
    ([TableLayout.keyColumn] + index.columns.map(\.name))
      .map { "\(row).\(SQL.quoted(identifier: $0))" }.joined(separator: ", ")
  }
}
