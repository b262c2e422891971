/// A table's `CREATE TABLE` statement, as far as SQLite has no other way to ask for what stands in it: which conditions rows
/// have to meet, and whether foreign keys are deferred.
struct TableDefinition {
  /// The definitions of columns and constraints.
  private let parts: [[SQLToken]]

  init(_ creation: String) {
    var parts: [[SQLToken]] = []
    var depth = 0
    for token in SQLToken.tokens(of: creation) {
      switch token {
      case .symbol("("):
        depth += 1
        if depth == 1 {
          if parts.isEmpty { parts.append([]) }
          continue
        }
      case .symbol(")"): depth -= 1
      case .symbol(",") where depth == 1:
        parts.append([])
        continue
      default: break
      }
      if depth > 0 { parts[parts.count - 1].append(token) }
    }
    self.parts = parts.map(Self.withoutName)
  }

  /// Whether a constraint is among the table's, however it is spelled.
  func holds(_ constraint: String) -> Bool {
    let wanted = SQLToken.tokens(of: constraint)
    return parts.contains(wanted)
  }

  /// Whether all foreign keys of a column are deferred.
  func defersForeignKey(of column: String) -> Bool {
    let name = SQLToken.name(column.lowercased())
    let deferral: [SQLToken] = ["deferrable", "initially", "deferred"].map { .name($0) }
    return parts.filter { part in
      guard part.contains(.name("references")) else { return false }
      // A column's own, or one that the table has for it.
      return part.first == name || part.starts(with: [.name("foreign"), .name("key"), .symbol("("), name])
    }.allSatisfy { part in
      guard let start = part.indices.first(where: { part[$0...].starts(with: deferral) }) else {
        return false
      }
      return start == part.startIndex || part[start - 1] != .name("not")
    }
  }

  /// A constraint without the name it may have.
  private static func withoutName(_ part: [SQLToken]) -> [SQLToken] {
    part.first == .name("constraint") ? Array(part.dropFirst(2)) : part
  }
}
