import SQLSyntax
import SQLiteAccess

/// What has become of a table's rows from the beginning of a transaction to its end: each row in one run, in ascending
/// order.
///
/// A row that comes and goes is in none. One that goes and comes again is updated, as far as one knows in all columns:
/// nothing of ours writes so. A column that is changed twice and ends as it began counts as changed.
struct NetLog {
  typealias Run = CapturedLog.Run

  private(set) var runs: ContiguousArray<Run> = []
  private(set) var log: CapturedLog
  private let allColumns: [UInt64]

  init(_ log: CapturedLog, _ table: CapturedTable) {
    self.log = log
    var all = [UInt64](repeating: 0, count: (table.columns.map(\.slot).max() ?? 0) / 64 + 1)
    for column in table.columns { all[column.slot / 64] |= 1 << UInt64(column.slot % 64) }
    allColumns = all
    self.log.runs = []
    switch table.form {
    case .rows: foldRows(log.runs)
    case .links: foldLinks(log.runs)
    }
  }

  private mutating func foldRows(_ noted: ContiguousArray<Run>) {
    var noted = noted
    let isSorted = zip(noted, noted.dropFirst()).allSatisfy { $0.last < $1.first }
    if isSorted {
      runs = noted
      return
    }
    let order = noted.indices.sorted { (noted[$0].first, $0) < (noted[$1].first, $1) }
    noted = ContiguousArray(order.map { noted[$0] })
    var start = 0
    while start < noted.count {
      var end = start + 1
      var last = noted[start].last
      while end < noted.count, noted[end].first <= last {
        last = max(last, noted[end].last)
        end += 1
      }
      if end == start + 1 {
        runs.append(noted[start])
      } else {
        fold(noted[start..<end], order[start..<end])
      }
      start = end
    }
  }

  /// Folds runs that share keys.
  private mutating func fold(_ noted: ContiguousArray<Run>.SubSequence, _ order: ArraySlice<Int>) {
    var events: [(key: Int64, place: Int, run: Int)] = []
    for (run, place) in zip(noted.indices, order) {
      for key in noted[run].first...noted[run].last { events.append((key, place, run)) }
    }
    events.sort { ($0.key, $0.place) < ($1.key, $1.place) }
    var start = 0
    while start < events.count {
      var end = start
      while end < events.count, events[end].key == events[start].key { end += 1 }
      if let net = net(events[start..<end].map { noted[$0.run] }, columns: true) {
        append(key: events[start].key, net)
      }
      start = end
    }
  }

  private mutating func append(key: Int64, _ net: Run) {
    if let last = runs.last, last.last &+ 1 == key, last.kind == net.kind, last.other == net.other,
      last.detail == net.detail, net.kind != .deleted
    {
      runs[runs.count - 1].last = key
    } else {
      runs.append(Run(first: key, last: key, other: net.other, kind: net.kind, detail: net.detail))
    }
  }

  /// What the events of one row come to; nil for nothing.
  private mutating func net(_ events: [Run], columns: Bool) -> Run? {
    guard let first = events.first, var last = events.last else { return nil }
    let was = first.kind != .inserted
    let isThere = last.kind != .deleted
    switch (was, isThere) {
    case (false, false): return nil
    case (false, true):
      last.kind = .inserted
      last.detail = 0
    case (true, false):
      last.kind = .deleted
    case (true, true):
      last.kind = .updated
      if !columns { return last }
      if events.contains(where: { $0.kind != .updated }) {
        last.detail = log.index(ofMask: allColumns)
      } else {
        var mask = log.masks[Int(first.detail)]
        for event in events.dropFirst() {
          for word in mask.indices { mask[word] |= log.masks[Int(event.detail)][word] }
        }
        last.detail = log.index(ofMask: mask)
      }
    }
    return last
  }

  private mutating func foldLinks(_ noted: ContiguousArray<Run>) {
    let order = noted.indices.sorted {
      (noted[$0].first, noted[$0].other, $0) < (noted[$1].first, noted[$1].other, $1)
    }
    var start = 0
    while start < order.count {
      var end = start
      let link = noted[order[start]]
      while end < order.count, noted[order[end]].first == link.first, noted[order[end]].other == link.other {
        end += 1
      }
      if let net = net(order[start..<end].map { noted[$0] }, columns: false) {
        // Without an order a link that goes and comes again is as it was.
        if net.kind != .updated || allColumns[0] != 0 { runs.append(net) }
      }
      start = end
    }
  }
}
