import Foundation

/// A line of SQLite's query plan, read: https://sqlite.org/eqp.html
package struct PlanLine: Sendable, Hashable {
  /// What a line says of a table.
  package enum Access: Sendable, Hashable {
    case scan, search, temporaryIndex, virtualTable, temporarySort, other
  }

  package let depth: Int
  package let access: Access
  /// The table, by its own name where the line has an alias.
  package let table: String?
  package let index: String?
  /// The line in words.
  package let text: String
  /// The line as SQLite writes it.
  package let detail: String

  /// - Parameter names: the tables' names by their aliases in the statement.
  package init(_ detail: String, depth: Int, names: [String: String] = [:]) {
    self.depth = depth
    self.detail = detail
    let words = detail.split(separator: " ").map(String.init)
    let name = words.count > 1 ? names[words[1]] ?? words[1] : nil
    switch words.first {
    case "SCAN" where words.dropFirst().first == "CONSTANT":
      (access, table, index, text) = (.other, nil, nil, "makes a row of constants")
    case "SCAN" where words.contains("VIRTUAL"), "SEARCH" where words.contains("VIRTUAL"):
      (access, table, index) = (.virtualTable, name, nil)
      text = "asks the virtual table \(name ?? "")"
    case "SCAN":
      (access, table, index) = (.scan, name, Self.index(words))
      if let index {
        text =
          words.contains("COVERING")
          ? "looks at every entry of the index \(index) of \(name ?? "")"
          : "looks at every row of \(name ?? ""), in the order of the index \(index)"
      } else {
        text = "looks at every row of \(name ?? "")"
      }
    case "SEARCH":
      table = name
      let terms = detail.firstIndex(of: "(").map { " " + detail[$0...] } ?? ""
      if words.contains("AUTOMATIC") {
        (access, index) = (.temporaryIndex, nil)
        text = "makes an index of \(name ?? "") for this run alone\(terms)"
      } else if let found = Self.index(words) {
        (access, index) = (.search, found)
        text =
          "finds \(words.contains("COVERING") ? "entries" : "rows") of \(name ?? "") by the index "
          + "\(found)\(terms)"
      } else {
        (access, index) = (.search, nil)
        text = "finds rows of \(name ?? "") by their keys\(terms)"
      }
    case "USE" where detail.hasPrefix("USE TEMP B-TREE FOR "):
      (access, table, index) = (.temporarySort, nil, nil)
      let purpose = detail.dropFirst("USE TEMP B-TREE FOR ".count)
      text = "uses a temporary b-tree for \(purpose)"
    case "UNION" where detail.hasSuffix("TEMP B-TREE"), "INTERSECT" where detail.hasSuffix("TEMP B-TREE"),
      "EXCEPT" where detail.hasSuffix("TEMP B-TREE"):
      (access, table, index) = (.temporarySort, nil, nil)
      text = "uses a temporary b-tree for \(words[0])"
    default:
      (access, table, index) = (.other, nil, nil)
      text = Self.otherWords(detail, words)
    }
  }

  private static func index(_ words: [String]) -> String? {
    guard let place = words.firstIndex(of: "INDEX"), place + 1 < words.count else { return nil }
    return words[place + 1]
  }

  private static func otherWords(_ detail: String, _ words: [String]) -> String {
    if detail.hasPrefix("CORRELATED") { return "for each row, a subquery:" }
    if detail.hasPrefix("LIST SUBQUERY") { return "once, a subquery that gives a list:" }
    if detail.hasPrefix("SCALAR SUBQUERY") { return "once, a subquery that gives a value:" }
    if detail.hasPrefix("REUSE") { return "uses the list of an earlier subquery" }
    if detail == "MULTI-INDEX OR" { return "finds rows by several indexes:" }
    if words.first == "INDEX", words.count == 2 { return "by one of them:" }
    return detail
  }

  /// Whether every row or entry of a table is looked at, or nearly: an index for one run is made of all rows.
  package var looksAtAll: Bool { access == .scan || access == .temporaryIndex }
}

extension PlanLine {
  /// The tables' names by the aliases that a statement of ours gives them: `"Author" AS "_1"`.
  package static func aliases(in text: String) -> [String: String] {
    var result: [String: String] = [:]
    let parts = text.components(separatedBy: "\" AS \"")
    for (before, after) in zip(parts, parts.dropFirst()) {
      guard let start = before.lastIndex(of: "\""), let end = after.firstIndex(of: "\"") else { continue }
      result[String(after[..<end])] = String(before[before.index(after: start)...])
    }
    return result
  }
}
