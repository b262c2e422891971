import GraphModel
import GraphValues

/// Merging what others have committed: objects and lists that it concerns, and no others.
extension ContextCore {
  /// Registered objects take what a commit has changed; their unsaved changes stay on top. What this context has committed
  /// itself it knows.
  ///
  /// - Throws: the store's errors where objects with unsaved changes cannot be read anew.
  package func merge(_ commit: StoreCommit) throws { try merge(CommitAccumulator(commit)) }

  /// - Complexity: O(what changed) where the members of changed lists are registered, else O(registered objects) for each
  ///   relationship concerned. Rows are read of objects with unsaved changes, and of those whose to-ones changed.
  func merge(_ all: CommitAccumulator) throws {
    let changes = all.leavingOut(context: origin.context)
    if changes.isUnknown {
      var unknown = BatchChanges()
      for hierarchy in hierarchies { unknown.updated[hierarchy.rootName] = .some(.none) }
      for (root, rows) in changes.rows {
        unknown.deleted[root] = rows.filter { $0.value.fate == .deleted }.keys.sorted()
      }
      return try merge(unknown)
    }
    settleDeletions()
    try withoutJournaling {
      var merges: [RowMerge] = []
      for hierarchy in hierarchies {
        guard let rows = changes.rows[hierarchy.rootName] else { continue }
        try forgetLists(concernedBy: rows, of: hierarchy)
        removeGone(rows, of: hierarchy)
        merges += try takeRows(rows, of: hierarchy)
      }
      for merge in merges { merge.prepare() }
      for merge in merges { merge.takeRow() }
      for merge in merges { merge.apply() }
      forgetLists(concernedBy: changes.pairs)
    }
  }

  private func removeGone(_ rows: [Int64: CommitAccumulator.Row], of hierarchy: HierarchyRegistry) {
    let gone = rows.filter { $0.value.fate == .deleted }.keys.sorted()
    if !gone.isEmpty { removeGone(gone, of: hierarchy) }
  }

  /// Objects without unsaved changes read their rows when next touched, the others at once.
  ///
  /// - Returns: what keeps unsaved changes on top of the new rows.
  private func takeRows(
    _ rows: [Int64: CommitAccumulator.Row], of hierarchy: HierarchyRegistry
  ) throws -> [RowMerge] {
    var faults: [Int64] = []
    var read: [ManagedObject] = []
    func take(_ object: ManagedObject) {
      if object.rows == nil { return }
      if isHeard { outsideChanges.refresh(object.id) }
      if object.state.isClean, object.registry.transientSlots.isEmpty {
        object.rows = nil
        faults.append(object.key)
      } else if object.state.isDisjoint(with: [.inserted, .detached]) {
        read.append(object)
      }
    }
    let isChanged = { (row: CommitAccumulator.Row) in row.fate != .deleted && row.fate != .inserted }
    if rows.count <= hierarchy.map.count {
      for (key, row) in rows where isChanged(row) { hierarchy.map[key].map(take) }
    } else {
      hierarchy.map.forEach { object in if let row = rows[object.key], isChanged(row) { take(object) } }
    }
    if faults.count > 1 { hierarchy.batchFaults(faults.sorted()) }
    if read.isEmpty { return [] }
    var merges: [RowMerge] = []
    let found = try store.rows(ofRoot: hierarchy.rootName, keys: read.map(\.key).sorted())
    try found.forEachRow { key, location in
      guard !location.isKnown, let object = hierarchy.map[key] else { return }
      let theirs = ReadRow(rows: found.batches[Int(location.batch)], row: Int(location.row))
      if object.state.contains(.deleted) {
        object.takeRowOfDeleted(theirs)
      } else if object.state.contains(.updated) {
        if let merge = try RowMerge(object, theirs, .objectWins) { merges.append(merge) }
      } else {
        hierarchy.takeStored(theirs.rows, theirs.row, for: object)
      }
    }
    return merges
  }

  // MARK: Lists

  /// The changes of rows that move objects into or out of the lists of a to-many.
  private struct Moves {
    let link: ToOneLink
    let place: Int
    var keys: Set<Int64> = []
    /// The owners of lists that are concerned.
    var owners: Set<Int64> = []
    /// Whether objects moved of which it is not known where they were.
    var hasUnknown = false
  }

  /// The most rows that are read to find whose lists they are in now.
  private static let readLimit = 4096

  private func forgetLists(
    concernedBy rows: [Int64: CommitAccumulator.Row], of hierarchy: HierarchyRegistry
  ) throws {
    var moves: [Int: Moves] = [:]
    var read: Set<Int64> = []
    for (key, row) in rows where hierarchy.entities.indices.contains(row.entity) {
      for link in hierarchy.entities[row.entity].relationships.toOnes {
        guard let place = link.inversePlace, link.destination.hierarchy.map.count > 0 else { continue }
        if case .updated(let slots) = row.fate, !slots.contains(link.slot),
          !(link.orderSlot.map { slots.contains($0) } ?? false)
        {
          continue
        }
        let index = link.relationship.index
        var entry = moves.removeValue(forKey: index) ?? Moves(link: link, place: place)
        entry.keys.insert(key)
        if row.fate != .inserted {
          if let object = hierarchy.map[key], object.rows != nil {
            if let owner = object.storedReferenceKey(link.slot) { entry.owners.insert(owner) }
          } else {
            entry.hasUnknown = true
          }
        }
        moves[index] = entry
        if row.fate != .deleted { read.insert(key) }
      }
    }
    if moves.isEmpty { return }
    if read.count > Self.readLimit {
      for entry in moves.values { forgetLists(of: entry) { _, _ in true } }
      return
    }
    let found = try store.rows(ofRoot: hierarchy.rootName, keys: read.sorted())
    found.forEachRow { key, location in
      if location.isKnown { return }
      let row = ReadRow(rows: found.batches[Int(location.batch)], row: Int(location.row))
      for index in moves.keys where moves[index]?.keys.contains(key) == true {
        if let slot = moves[index]?.link.slot, let owner = row.key(slot) {
          moves[index]?.owners.insert(owner)
        }
      }
    }
    for entry in moves.values {
      let map = entry.link.destination.hierarchy.map
      for owner in entry.owners { map[owner]?.forgetMembers(at: entry.place) }
      guard entry.hasUnknown else { continue }
      forgetLists(of: entry) { state, keys in
        state.storedCount != nil || state.members?.contains(where: keys.contains) == true
      }
    }
  }

  private func forgetLists(of moves: Moves, where isConcerned: (ToManyState, Set<Int64>) -> Bool) {
    moves.link.destination.hierarchy.map.forEach { owner in
      guard let collections = owner.collections, collections.indices.contains(moves.place),
        owner.registry.relationships.toMany(at: moves.place)?.relationship.index == moves.link.inverse.index,
        isConcerned(collections[moves.place], moves.keys)
      else { return }
      owner.forgetMembers(at: moves.place)
    }
  }

  /// What is known of the lists that pairs of join tables came into, went from or moved in.
  private func forgetLists(concernedBy pairs: [Int: [CommitAccumulator.Pair: UInt64?]]) {
    for (index, pairs) in pairs where model.joins.indices.contains(index) {
      let join = model.joins[index]
      let sides = [(model.relationships[join.source], true), (model.relationships[join.target], false)]
      for (side, isSource) in sides where !side.isImplicit {
        guard let hierarchy = knownRegistry(named: side.owner)?.hierarchy else { continue }
        for pair in pairs.keys {
          for key in join.source == join.target
            ? [pair.source, pair.destination] : [isSource ? pair.source : pair.destination]
          {
            guard let owner = hierarchy.map[key],
              owner.registry.relationships.toMany(at: side.place)?.relationship.index == side.index
            else { continue }
            owner.forgetMembers(at: side.place)
            if isHeard { outsideChanges.refresh(owner.id) }
          }
        }
      }
    }
  }
}
