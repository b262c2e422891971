/// A condition of SQL, with what it costs SQLite to read it.
///
/// SQLite bounds the depth of an expression, so that long chains are made balanced trees, and the stack of its
/// parser holds only 100 entries: what stands first in a chain needs one for a parenthesis, what stands later needs
/// two more for what is before it. Conditions that need much of it are put first.
struct SQLCondition {
  enum Link {
    case and
    case or
  }

  /// The most that a condition may need; the rest is for the statement around it.
  static let parserDepthLimit = 85
  /// What a single comparison may need.
  private static let comparisonDepth = 12
  /// What a subquery needs around its condition.
  private static let subqueryDepth = 14
  /// From here on the order of conditions is changed.
  private static let reorderingDepth = 40
  /// So many conditions stand in one chain before it is made a tree.
  private static let chainLimit = 16

  let text: String
  let parserDepth: Int
  /// The text, in parentheses where it has parts.
  var closedText: String { link == nil ? text : "(\(text))" }
  /// How its parts are linked; nil for a comparison.
  private let link: Link?

  /// A comparison, in parentheses where it has parts.
  init(_ comparison: String) {
    text = comparison
    parserDepth = Self.comparisonDepth
    link = nil
  }

  /// A comparison that holds a subquery with a condition of its own.
  init(_ comparison: String, around condition: SQLCondition) {
    text = comparison
    parserDepth = condition.parserDepth + Self.subqueryDepth
    link = nil
  }

  /// A call with arguments, of which the one that costs most needs so much more.
  init(_ call: String, within argument: SQLCondition?, _ depth: Int) {
    text = call
    parserDepth = (argument?.parserDepth ?? 2) + depth
    link = nil
  }

  init(joining conditions: [SQLCondition], by link: Link) {
    if conditions.isEmpty {
      self.init(link == .and ? "1" : "0")
      return
    }
    var conditions = conditions
    if conditions.contains(where: { $0.parserDepth > Self.reorderingDepth }) {
      conditions.sort { $0.parserDepth > $1.parserDepth }
    }
    self = Self.joined(conditions[...], by: link)
  }

  private init(text: String, parserDepth: Int, link: Link) {
    self.text = text
    self.parserDepth = parserDepth
    self.link = link
  }

  private static func joined(_ conditions: ArraySlice<SQLCondition>, by link: Link) -> SQLCondition {
    if conditions.count == 1 { return conditions[conditions.startIndex] }
    if conditions.count > chainLimit {
      let middle = conditions.startIndex + conditions.count / 2
      let halves = [joined(conditions[..<middle], by: link), joined(conditions[middle...], by: link)]
      return joined(halves[...], by: link)
    }
    var text = ""
    var parserDepth = 0
    for (index, condition) in conditions.enumerated() {
      // AND binds tighter than OR; a chain within a chain of its kind is a half, kept apart for balance.
      let isBare = condition.link == nil || (condition.link == .and && link == .or)
      if index > 0 { text += link == .and ? " AND " : " OR " }
      text += isBare ? condition.text : "(\(condition.text))"
      parserDepth = max(parserDepth, condition.parserDepth + (isBare ? 0 : 1) + (index > 0 ? 2 : 0))
    }
    return SQLCondition(text: text, parserDepth: parserDepth, link: link)
  }
}
