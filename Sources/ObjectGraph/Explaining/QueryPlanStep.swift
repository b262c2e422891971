/// A step of SQLite's plan for a statement.
public struct QueryPlanStep: Sendable, Hashable, CustomStringConvertible {
  /// What a step does with a table.
  public enum Access: Sendable, Hashable {
    /// Every row, or every entry of an index, is looked at.
    case scan
    /// An index or the key leads to the rows.
    case search
    /// SQLite makes an index for this one run, because none of the model's serves.
    case temporaryIndex
    /// A table that is no table of rows: a list of constants, or a full-text or spatial index.
    case virtualTable
    /// Rows are sorted, grouped or made distinct in a temporary b-tree.
    case temporarySort
    /// Anything else: subqueries, and the parts of a compound query.
    case other
  }

  /// How deep the step is within others.
  public let depth: Int
  /// What it does with a table.
  public let access: Access
  /// The table it reads; nil where it reads none.
  public let table: String?
  /// The index it uses; nil where it uses none.
  public let index: String?
  /// What it does, in words.
  public let text: String
  /// SQLite's own words: https://sqlite.org/eqp.html
  public let detail: String

  package init(depth: Int, access: Access, table: String?, index: String?, text: String, detail: String) {
    self.depth = depth
    self.access = access
    self.table = table
    self.index = index
    self.text = text
    self.detail = detail
  }

  /// The words, indented by the depth.
  public var description: String { String(repeating: "  ", count: depth) + text }
}
