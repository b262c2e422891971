/// What has become of a live result.
struct LiveUpdate<Value: Sendable>: Sendable {
  /// A row before and after; nil where it was not, or is not, in the result.
  struct Change: Sendable {
    let old: LiveRow<Value>?
    var new: LiveRow<Value>?
  }

  var list: LiveList<Value>
  /// The rows that came, went or are other ones now, by their keys; all others are the same ones in the same order.
  var changes: [Int64: Change]
}

extension Dictionary {
  /// Adds a later change of rows.
  mutating func note<Row: Sendable>(_ key: Int64, old: LiveRow<Row>?, new: LiveRow<Row>?)
  where Key == Int64, Value == LiveUpdate<Row>.Change {
    if let known = self[key] {
      if known.old === new { self[key] = nil } else { self[key]?.new = new }
    } else if old !== new {
      self[key] = LiveUpdate<Row>.Change(old: old, new: new)
    }
  }
}
