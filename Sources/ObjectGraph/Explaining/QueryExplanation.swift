/// How the store runs a request: its SQL, SQLite's plan, and what would make it cheaper.
///
/// It holds no values of the request and none of the store.
public struct QueryExplanation: Sendable, Hashable {
  /// The type of a bound value, as SQLite has it.
  public enum BindingType: String, Sendable, Hashable {
    case null, integer, real, text, blob
  }

  /// A table of which every row, or every entry of an index, is looked at.
  public struct TableScan: Sendable, Hashable {
    /// The table: that of an entity and all that inherit from it.
    public let table: String
    /// The rows in it.
    public let rows: Int

    package init(table: String, rows: Int) {
      self.table = table
      self.rows = rows
    }
  }

  /// The statement; what is bound to it stands as `?1`, `?2` and so on.
  public let sql: String
  /// The types of what is bound, in order.
  public let bindings: [BindingType]
  /// SQLite's plan, in the order of its own output.
  public let plan: [QueryPlanStep]
  /// The tables that are looked at whole; one that a subquery looks at again and again counts once.
  public let scans: [TableScan]
  /// Indexes that the model may declare.
  public let advice: [IndexAdvice]
  /// Whether the context judges rows once more in memory: its unsaved changes decide, beside the rows themselves, what
  /// conditions through relationships hold for. The statement then selects candidates only.
  public let judgesInMemory: Bool

  package init(
    sql: String, bindings: [BindingType], plan: [QueryPlanStep], scans: [TableScan], advice: [IndexAdvice],
    judgesInMemory: Bool = false
  ) {
    self.sql = sql
    self.bindings = bindings
    self.plan = plan
    self.scans = scans
    self.advice = advice
    self.judgesInMemory = judgesInMemory
  }

  /// Whether indexes or keys lead to all rows that are looked at.
  public var isServedByIndex: Bool { scans.isEmpty && !plan.contains { $0.access == .temporaryIndex } }

  /// The indexes that are used, in the order of the plan.
  public var usedIndexes: [String] { plan.compactMap(\.index) }

  /// Whether rows are sorted, grouped or made distinct in a temporary b-tree.
  public var sortsInTemporaryTree: Bool { plan.contains { $0.access == .temporarySort } }

  /// The rows of the tables that are looked at whole: what a run costs at the least where no limit ends it early.
  public var estimatedScan: Int { scans.reduce(0) { $0 + $1.rows } }

  package func judgedInMemory(_ judges: Bool) -> QueryExplanation {
    QueryExplanation(
      sql: sql, bindings: bindings, plan: plan, scans: scans, advice: advice, judgesInMemory: judges)
  }
}

extension QueryExplanation: CustomStringConvertible {
  /// All of it, a line each.
  public var description: String {
    var lines = [sql]
    if !bindings.isEmpty { lines.append("binds: " + bindings.map(\.rawValue).joined(separator: ", ")) }
    lines += plan.map { "- \($0)" }
    lines.append(
      isServedByIndex
        ? "served by indexes"
        : "looks at whole tables: " + scans.map { "\($0.table) (\($0.rows) rows)" }.joined(separator: ", "))
    if judgesInMemory { lines.append("judged once more in memory, because of unsaved changes") }
    lines += advice.map { "advice: \($0)" }
    return lines.joined(separator: "\n")
  }
}
