package import Foundation
package import GraphModel
import GraphValues

/// What commits have changed, put together: of each row and pair what has become of it altogether.
package struct CommitAccumulator: Coalescing {
  /// What has become of a row.
  package enum Fate: Sendable, Hashable {
    case inserted
    /// It was changed in these slots.
    case updated(SlotSet)
    case deleted
    /// It was deleted and is there again.
    case replaced
  }

  package struct Row: Sendable {
    package var entity: Int
    package var fate: Fate
    /// The context that alone has changed it; nil where there were several, or none.
    package var context: UInt64?
  }

  package struct Pair: Sendable, Hashable {
    package let source: Int64
    package let destination: Int64
  }

  /// The rows by the roots of their hierarchies and their keys.
  package private(set) var rows: [String: [Int64: Row]] = [:]
  /// The pairs of join tables that came, went or moved, by join, with the context that alone has changed them.
  package private(set) var pairs: [Int: [Pair: UInt64?]] = [:]
  /// Whether somebody has committed of whom no more is known.
  package private(set) var isUnknown = false
  package private(set) var authors: Set<String> = []
  package private(set) var contextNames: Set<String> = []
  package private(set) var date: Date
  /// The number of the last commit.
  package private(set) var number: UInt64

  package init(_ commit: StoreCommit) {
    date = commit.date
    number = commit.number
    if let author = commit.origin.author { authors.insert(author) }
    if let name = commit.origin.contextName { contextNames.insert(name) }
    guard let changes = commit.changes else {
      isUnknown = true
      return
    }
    let context = commit.origin.context == 0 ? nil : commit.origin.context
    for (root, changed) in changes.rows {
      var rows: [Int64: Row] = [:]
      rows.reserveCapacity(changed.inserted.count + changed.updated.count + changed.deleted.count)
      for row in changed.inserted {
        rows[row.key] = Row(entity: row.entity, fate: .inserted, context: context)
      }
      for row in changed.updated {
        rows[row.key] = Row(entity: row.entity, fate: .updated(row.slots), context: context)
      }
      for row in changed.deleted { rows[row.key] = Row(entity: row.entity, fate: .deleted, context: context) }
      self.rows[root] = rows
    }
    for (join, links) in changes.links {
      for link in links {
        pairs[join, default: [:]][Pair(source: link.source, destination: link.destination)] = .some(context)
      }
    }
  }

  package mutating func merge(_ later: CommitAccumulator) {
    for (root, rows) in later.rows {
      for (key, row) in rows { add(row, key, root) }
    }
    for (join, links) in later.pairs {
      for (pair, context) in links {
        let isBySame = pairs[join]?[pair].map { $0 == context } ?? true
        pairs[join, default: [:]][pair] = .some(isBySame ? context : nil)
      }
    }
    isUnknown = isUnknown || later.isUnknown
    authors.formUnion(later.authors)
    contextNames.formUnion(later.contextNames)
    date = later.date
    number = later.number
  }

  private mutating func add(_ row: Row, _ key: Int64, _ root: String) {
    guard let before = rows[root]?[key] else {
      rows[root, default: [:]][key] = row
      return
    }
    var sum = row
    if before.context != row.context { sum.context = nil }
    switch (before.fate, row.fate) {
    case (.inserted, .updated): sum.fate = .inserted
    case (.updated(var slots), .updated(let more)):
      slots.formUnion(more)
      sum.fate = .updated(slots)
    case (.deleted, .inserted), (.deleted, .replaced), (.replaced, .updated): sum.fate = .replaced
    default: break
    }
    rows[root]?[key] = sum
  }

  /// Leaves out what one context alone has changed.
  package func leavingOut(context: UInt64) -> CommitAccumulator {
    if context == 0 { return self }
    var rest = self
    rest.rows = rows.compactMapValues { rows in
      let others = rows.filter { $0.value.context != context }
      return others.isEmpty ? nil : others
    }
    rest.pairs = pairs.compactMapValues { pairs in
      let others = pairs.filter { $0.value != .some(context) }
      return others.isEmpty ? nil : others
    }
    return rest
  }

  /// The changes as people know them.
  package func objectChanges(_ model: ResolvedModel, store: UUID) -> ObjectChanges {
    var changes = ObjectChanges()
    for (root, rows) in rows {
      let family = model.family(ofRoot: root)
      let homes = family.map { ObjectHome(store: store, entity: $0.name, root: root) }
      let names = family.map(\.publicNames)
      for (key, row) in rows where homes.indices.contains(row.entity) {
        let id = ObjectID(home: homes[row.entity], key: key)
        switch row.fate {
        case .inserted: changes.insert(id)
        case .updated(let slots): changes.update(id, slots.slots.compactMap { names[row.entity][$0] })
        case .deleted: changes.delete(id)
        case .replaced: changes.update(id, names[row.entity].values)
        }
      }
    }
    addPairs(model, store, &changes)
    return changes
  }

  private func addPairs(_ model: ResolvedModel, _ store: UUID, _ changes: inout ObjectChanges) {
    for (index, pairs) in pairs where model.joins.indices.contains(index) {
      let join = model.joins[index]
      let source = model.relationships[join.source]
      let target = model.relationships[join.target]
      for pair in pairs.keys {
        if !source.isImplicit {
          changes.update(id(pair.source, join.sourceRoot, source.owner, model, store), [source.name])
        }
        if !target.isImplicit {
          changes.update(id(pair.destination, join.targetRoot, target.owner, model, store), [target.name])
        }
      }
    }
  }

  /// The ID of an object of a pair: where its own row has not changed, its entity is that of the relationship.
  private func id(
    _ key: Int64, _ root: String, _ owner: String, _ model: ResolvedModel, _ store: UUID
  ) -> ObjectID {
    let family = model.family(ofRoot: root)
    let number = rows[root]?[key]?.entity
    let entity = number.flatMap { family.indices.contains($0) ? family[$0].name : nil } ?? owner
    return ObjectID(home: ObjectHome(store: store, entity: entity, root: root), key: key)
  }
}

extension ResolvedEntity {
  /// The names of what the slots hold, as people know it.
  fileprivate var publicNames: [Int: String] {
    var names: [Int: String] = [:]
    for property in properties {
      if case .order(let relationship) = property.kind {
        names[property.slot] = relationship.name
      } else {
        names[property.slot] = property.name
      }
    }
    return names
  }
}
