import GraphModel
import GraphSQL
import ObjectGraph
import SQLiteAccess

/// What a transaction has changed, table by table.
struct NetChanges {
  /// By hierarchy and then by join, in the layout's order.
  let tables: [NetLog]

  init(_ capture: ChangeCapture) {
    tables = zip(capture.logs, capture.tables).map { NetLog($0, $1) }
  }

  var isEmpty: Bool { tables.allSatisfy(\.runs.isEmpty) }

  /// The changes as observers get them.
  func committed(_ layout: StoreLayout) -> CommittedChanges {
    var changes = CommittedChanges()
    for (table, net) in zip(layout.tables, tables) where !net.runs.isEmpty {
      changes.rows[table.tableName] = RowChanges(net)
    }
    for (join, net) in zip(layout.joins, tables.dropFirst(layout.tables.count)) where !net.runs.isEmpty {
      changes.links[join.join.index] = net.runs.map {
        LinkChange(source: $0.first, destination: $0.other, kind: LinkChange.Kind($0.kind))
      }
    }
    return changes
  }
}

extension RowChanges {
  fileprivate init(_ net: NetLog) {
    self.init()
    let slots = net.log.masks.map { SlotSet(mask: $0) }
    for run in net.runs {
      let entity = Int(run.other)
      switch run.kind {
      case .inserted:
        for key in run.first...run.last { inserted.append(RowChange(key: key, entity: entity)) }
      case .updated:
        let changed = slots[Int(run.detail)]
        for key in run.first...run.last {
          updated.append(RowChange(key: key, entity: entity, slots: changed))
        }
      case .deleted:
        for key in run.first...run.last { deleted.append(RowChange(key: key, entity: entity)) }
      }
    }
  }
}

extension LinkChange.Kind {
  init(_ kind: CapturedLog.Kind) {
    switch kind {
    case .inserted: self = .added
    case .updated: self = .moved
    case .deleted: self = .removed
    }
  }
}

extension SlotSet {
  /// The slots of a mask, a bit each.
  init(mask: [UInt64]) {
    self.init()
    for (word, bits) in mask.enumerated() where bits != 0 {
      for bit in 0..<64 where bits & (1 << UInt64(bit)) != 0 { insert(word * 64 + bit) }
    }
  }
}
