import GraphModel

/// What several commits have changed together, as far as live results ask.
package struct LiveChanges: Sendable {
  /// Whether somebody has committed of whom no more is known.
  var isUnknown = false
  /// The changed rows by the root of their hierarchy.
  var keys: [String: Set<Int64>] = [:]
  /// The joins of which links came, went or have another place.
  var joins: Set<Int> = []

  package init() {}

  package mutating func add(_ commit: StoreCommit) {
    guard let changes = commit.changes else {
      isUnknown = true
      return
    }
    for (root, rows) in changes.rows {
      let changed = rows.inserted + rows.updated + rows.deleted
      keys[root, default: []].formUnion(changed.lazy.map(\.key))
    }
    for (join, links) in changes.links where !links.isEmpty { joins.insert(join) }
  }
}

/// What decides which rows a live result has, and in which order.
struct LiveDependencies: Sendable {
  /// The root of the hierarchy of the rows.
  let root: String
  /// The roots of the hierarchies whose objects decide too.
  private(set) var others: Set<String> = []
  private(set) var joins: Set<Int> = []

  /// - Parameter relationships: the followed ones by their places in the model; below zero the entities of which a
  ///   certain object decides.
  init(root: String, relationships: [Int32], model: ResolvedModel) {
    self.root = root
    for index in relationships {
      if index < 0 {
        others.insert(model.entities[-1 - Int(index)].rootName)
        continue
      }
      let relationship = model.relationships[Int(index)]
      others.insert(model.destination(of: relationship).rootName)
      if case .join(let join, _) = relationship.storage { joins.insert(join) }
    }
  }

  /// Whether the changes may decide over rows that are not themselves changed.
  func needsReload(_ changes: LiveChanges) -> Bool {
    changes.isUnknown || !joins.isDisjoint(with: changes.joins)
      || others.contains { changes.keys[$0]?.isEmpty == false }
  }

  func areTouched(by changes: LiveChanges) -> Bool {
    needsReload(changes) || changes.keys[root]?.isEmpty == false
  }
}
