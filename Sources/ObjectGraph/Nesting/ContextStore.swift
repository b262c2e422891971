import Foundation
import GraphModel
import GraphQuery
import GraphValues

/// The store of a child context: its parent, as it is with its unsaved changes.
///
/// It holds the parent's core and not the context: objects that outlive the child keep no context alive.
final class ContextStore: PersistentStore {
  let parent: ContextCore
  /// The context that works on this store.
  weak var child: ContextCore?
  let presented: PresentedRows

  init(_ parent: ContextCore) {
    self.parent = parent
    presented = PresentedRows(parent)
    parent.hasChildren = true
  }

  var identifier: UUID { parent.store.identifier }

  // MARK: Rows

  /// Rows of objects of one hierarchy, in their order; those that are gone are left out, and those that come again are
  /// known.
  func collect(_ objects: [ManagedObject], isKnown: ((Int64, Int64) -> Bool)?) throws -> CollectedRows {
    guard let first = objects.first else { return CollectedRows(batches: [], keys: []) }
    try readFaults(among: objects)
    var packer = BatchPacker(layout: first.registry.hierarchy.layout)
    var keys: [Int64] = []
    var knownRows: [Int] = []
    keys.reserveCapacity(objects.count)
    for object in objects {
      guard let row = presented.row(of: object) else { continue }
      if isKnown?(object.key, row.version) == true {
        knownRows.append(keys.count)
      } else {
        packer.append(row.rows, row.row)
      }
      keys.append(object.key)
    }
    return CollectedRows(batches: packer.finish(), keys: keys, knownRows: knownRows)
  }

  /// Rows that were just read from the parent's store, none of which has unsaved changes: registered objects of the
  /// parent take them, and are presented as they are then.
  func taken(_ found: CollectedRows, _ hierarchy: HierarchyRegistry) -> CollectedRows {
    if hierarchy.map.count == 0 { return found }
    var isPlain = true
    var rows: [ReadRow?] = []
    rows.reserveCapacity(found.count)
    let isNoted = parent.notesReadRows
    found.forEachRow { key, location in
      if location.isKnown { return rows.append(nil) }
      let (batch, row) = (found.batches[Int(location.batch)], Int(location.row))
      var shown = ReadRow(rows: batch, row: row)
      if isNoted || hierarchy.map[key] != nil {
        let object = hierarchy.adopt(key, batch, row, isNoted: isNoted)
        if let other = presented.row(of: object), other.rows !== batch || other.row != row,
          !presented.isStored(object) || other.version != shown.version
        {
          shown = other
          isPlain = false
        }
      }
      rows.append(shown)
    }
    if isPlain { return found }
    var packer = BatchPacker(layout: hierarchy.layout)
    for case let row? in rows { packer.append(row.rows, row.row) }
    return CollectedRows(batches: packer.finish(), keys: found.keys, knownRows: found.knownRows)
  }

  /// Reads the rows of faults, of each hierarchy with one query.
  func readFaults(among objects: [ManagedObject]) throws {
    var faults: [ObjectIdentifier: (hierarchy: HierarchyRegistry, keys: Set<Int64>)] = [:]
    for object in objects where object.isFault && object.exists {
      let hierarchy = object.registry.hierarchy
      faults[ObjectIdentifier(hierarchy), default: (hierarchy, [])].keys.insert(object.key)
    }
    for (hierarchy, keys) in faults.values { try hierarchy.read(keys.sorted()) }
    parent.settleDeletions()
  }

  /// The parent's objects of keys that have rows, by key.
  func objects(_ keys: [Int64], _ hierarchy: HierarchyRegistry) throws -> [Int64: ManagedObject] {
    parent.settleDeletions()
    let missing = Set(keys.filter { hierarchy.map[$0]?.isFault ?? true })
    if !missing.isEmpty {
      try hierarchy.read(missing.sorted())
      parent.settleDeletions()
    }
    var result: [Int64: ManagedObject] = [:]
    result.reserveCapacity(keys.count)
    for key in keys {
      if let object = hierarchy.map[key], object.exists, !object.isFault { result[key] = object }
    }
    return result
  }

  func hierarchy(ofRoot root: String) throws -> HierarchyRegistry {
    try parent.registry(named: root).hierarchy
  }

  func rows(ofRoot root: String, keys: [Int64]) throws -> CollectedRows {
    if parent.isAbandoned { return try parent.store.rows(ofRoot: root, keys: keys) }
    let hierarchy = try hierarchy(ofRoot: root)
    let found = try objects(keys, hierarchy)
    return try collect(keys.compactMap { found[$0] }, isKnown: nil)
  }

  // MARK: What passes by

  func externalValue(_ reference: ExternalReference) throws -> Data {
    try parent.store.externalValue(reference)
  }

  func leaseKeys(ofRoot root: String, atLeast count: Int) throws -> Range<Int64> {
    try parent.store.leaseKeys(ofRoot: root, atLeast: count)
  }

  func hit(_ search: FullTextSearch, key: Int64, texts: [String?], ofRoot root: String) throws
    -> FullTextHit?
  {
    try parent.store.hit(search, key: key, texts: texts, ofRoot: root)
  }

  func update(_ update: BatchUpdate) throws -> BatchOutcome { try parent.store.update(update) }

  func delete(_ deletion: BatchDeletion) throws -> BatchOutcome { try parent.store.delete(deletion) }

  func insert(_ insertion: BatchInsertion) throws -> BatchOutcome { try parent.store.insert(insertion) }

  func observeCommits(_ observer: @escaping @Sendable (StoreCommit) -> Void) -> any CommitObservation {
    parent.store.observeCommits(observer)
  }

  /// The state is that of the store, with what the parent has not saved on it.
  func withSnapshot<Value>(
    _ body: (_ store: any PersistentStore, _ number: UInt64) throws -> Value
  ) throws -> Value {
    try parent.store.withSnapshot { store, number in
      try parent.withStore(store) { try body(self, number) }
    }
  }

  func withTransaction<Value>(_ body: (any PersistentStore) throws -> Value) throws -> Value {
    // Nobody else works on the parent meanwhile.
    try body(self)
  }
}
