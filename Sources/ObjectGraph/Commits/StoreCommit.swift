package import Foundation
package import GraphValues

/// A transaction that has been committed, and what it changed in the store's rows.
package struct StoreCommit: Sendable {
  /// Who made a transaction.
  package typealias Origin = CommitOrigin

  /// Counts the commits that an open store has told of, one by one.
  package var number: UInt64
  package var date: Date
  package var origin: Origin
  /// What changed; nil where somebody has committed of whom no more is known: everything has to be read anew.
  package var changes: CommittedChanges?

  package init(number: UInt64, date: Date, origin: Origin, changes: CommittedChanges?) {
    self.number = number
    self.date = date
    self.origin = origin
    self.changes = changes
  }
}

/// The rows that a transaction has changed, each named once, with what has become of it from the transaction's beginning
/// to its end.
package struct CommittedChanges: Sendable {
  /// The changed rows by the root of their hierarchy.
  package var rows: [String: RowChanges] = [:]
  /// The links of join tables that came or went, by the index of their join.
  package var links: [Int: [LinkChange]] = [:]

  package init() {}

  package var isEmpty: Bool { rows.isEmpty && links.isEmpty }
}

/// The changed rows of a hierarchy; each list in ascending order of keys.
package struct RowChanges: Sendable {
  package var inserted: [RowChange] = []
  package var updated: [RowChange] = []
  package var deleted: [RowChange] = []

  package init() {}
}

/// A changed row.
package struct RowChange: Sendable, Hashable {
  package var key: Int64
  /// The number of its entity in the hierarchy.
  package var entity: Int
  /// The slots whose stored values differ; of updated rows only. A row may be updated with none: only its version.
  package var slots: SlotSet

  package init(key: Int64, entity: Int, slots: SlotSet = SlotSet()) {
    self.key = key
    self.entity = entity
    self.slots = slots
  }
}

/// A link of a join table that came or went.
package struct LinkChange: Sendable, Hashable {
  /// What has become of a link.
  package enum Kind: Sendable, Hashable {
    case added
    case removed
    /// It has another place in a list.
    case moved
  }

  /// The keys of the join's source and destination sides.
  package var source: Int64
  package var destination: Int64
  package var kind: Kind

  package init(source: Int64, destination: Int64, kind: Kind) {
    self.source = source
    self.destination = destination
    self.kind = kind
  }
}
