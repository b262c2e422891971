package import SQLSyntax

/// What was noted of one table, in order.
package struct CapturedLog {
  /// What happened to rows.
  package enum Kind: UInt8, Sendable {
    case inserted
    case updated
    case deleted
  }

  /// A run of rows with consecutive keys to which the same happened, one after the other; of links each is one alone.
  package struct Run: Sendable {
    package var first: Int64
    package var last: Int64
    /// The number of the rows' entity; of a link the key of its target.
    package var other: Int64
    package var kind: Kind
    /// Which columns changed: the index in ``CapturedLog/masks``, for updates. Of a deletion the index in
    /// ``CapturedLog/kept``, or -1.
    package var detail: Int32

    package init(first: Int64, last: Int64, other: Int64, kind: Kind, detail: Int32) {
      self.first = first
      self.last = last
      self.other = other
      self.kind = kind
      self.detail = detail
    }
  }

  package var runs: ContiguousArray<Run> = []
  /// Sets of changed columns, a bit a slot.
  package private(set) var masks: [[UInt64]] = []
  /// The values of columns that are kept of deleted rows.
  package internal(set) var kept: [[SQLValue]] = []
  /// The set that was noted last: mostly one statement changes the same columns of many rows.
  private var lastMask: Int32 = 0
  private var indices: [[UInt64]: Int32] = [:]
  /// Whether the next row begins a run of its own.
  var isSealed = true

  package init() {}

  /// The number of a set of columns.
  package mutating func index(ofMask mask: [UInt64]) -> Int32 {
    if Int(lastMask) < masks.count, masks[Int(lastMask)] == mask { return lastMask }
    if let known = indices[mask] {
      lastMask = known
    } else {
      lastMask = Int32(masks.count)
      masks.append(mask)
      indices[mask] = lastMask
    }
    return lastMask
  }

  mutating func append(_ kind: Kind, key: Int64, other: Int64, detail: Int32, joins: Bool) {
    if joins, !isSealed {
      let last = runs.count - 1
      if runs[last].last &+ 1 == key, runs[last].kind == kind, runs[last].detail == detail,
        runs[last].other == other
      {
        runs[last].last = key
        return
      }
    }
    isSealed = false
    runs.append(Run(first: key, last: key, other: other, kind: kind, detail: detail))
  }
}
