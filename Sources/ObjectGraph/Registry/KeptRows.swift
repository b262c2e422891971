import GraphValues

/// What was read once a context is gone, by key: an object that is asked for again while nobody holds it is made of this,
/// and not read again.
///
/// Rows and keys, and no objects: an object holds the core that has this. What was not asked for since about as many rows
/// were read as ``limit`` says is forgotten.
struct KeptRows {
  struct Content {
    var rows: PackedRows
    var row: Int
    /// The to-many relationships that were read.
    var collections: ContiguousArray<ToManyState>?
  }

  static let limit = 65_536

  private var young: [Int64: Content] = [:]
  private var old: [Int64: Content] = [:]

  subscript(key: Int64) -> Content? { young[key] ?? old[key] }

  mutating func keep(_ content: Content, _ key: Int64) {
    if young.count >= Self.limit {
      old = young
      young = [:]
    }
    young[key] = content
  }
}

extension HierarchyRegistry {
  /// Notes an object as it is stored, so that it can be made again; one with unsaved changes is only what its holder has.
  func keep(_ object: ManagedObject) {
    guard kept != nil, object.state.isClean, let rows = object.rows else { return }
    let collections = object.hasRelationshipChanges ? nil : object.collections
    kept?.keep(KeptRows.Content(rows: rows, row: object.row, collections: collections), object.key)
  }

  /// Whether the row of a key need not be read.
  func hasRow(_ key: Int64) -> Bool {
    if let object = map[key] { return object.rows != nil }
    return kept?[key] != nil
  }

  /// The object of a key that is registered or, once the context is gone, was read before.
  func known(_ key: Int64) -> ManagedObject? {
    if let object = map[key] { return object }
    guard let root = entities.first, kept?[key] != nil else { return nil }
    return object(forKey: key, as: root)
  }

  func makeObject(forKey key: Int64, as registry: EntityRegistry) -> ManagedObject {
    let object = ManagedObject(registry: registry, key: key)
    if let content = kept?[key] {
      object.registry = self.registry(of: content.rows, content.row)
      object.rows = content.rows
      object.row = content.row
      // Unsaved changes of others may have moved members since.
      if !core.hasHeldChanges { object.collections = content.collections }
    } else if registry.hasSubentities {
      object.state = .provisional
    }
    core.noteForDeletions(object)
    return object
  }
}
