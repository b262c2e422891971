public import GraphModel
public import GraphValues

/// An object of a graph: one for each object ID in a context.
///
/// A managed object is confined to its context's isolation: it is not `Sendable`, and the compiler refuses to
/// let it cross to another. What crosses are ``ObjectID``s and plain values. The last release may happen on
/// any thread.
///
/// A *fault* holds only its ID and fills when a value is first read. Reading never traps: where a fault cannot
/// be filled, values read as last known, else as the type's zero, and the context's next throwing call throws
/// the reason; ``fulfill()`` is the throwing way.
///
/// An object outlives its context: whoever holds it goes on reading it and walking from it, and objects stay one for each
/// ID. Values and relationships can still be set, in memory: nothing saves them any more.
public final class ManagedObject {
  /// What has happened to the object in its context.
  struct State: OptionSet {
    let rawValue: UInt8
    /// New: the next save writes it.
    static let inserted = State(rawValue: 1)
    /// Values differ from the stored ones.
    static let updated = State(rawValue: 2)
    /// The next save removes it.
    static let deleted = State(rawValue: 4)
    /// No longer of its context: its deletion was saved, its insertion undone, or the context reset.
    static let detached = State(rawValue: 8)
    /// In the context's list of objects with changed to-many relationships.
    static let related = State(rawValue: 16)
    /// A fault whose entity may turn out to be one that inherits from the one named.
    static let provisional = State(rawValue: 32)

    static let pending: State = [.inserted, .updated, .deleted]

    /// Whether the values are as they are stored, and the object is of its context.
    var isClean: Bool { isDisjoint(with: [.inserted, .updated, .deleted, .detached]) }
  }

  let core: ContextCore
  /// The registry of its entity; of a fault that a relationship to a parent leads to, the parent's until it is read.
  ///
  /// The core owns it.
  unowned(unsafe) var registry: EntityRegistry
  private(set) var key: Int64
  /// The values as last read from or written to the store; nil for a fault and for a new object.
  var rows: PackedRows?
  /// The values of a new object; nil once it has been saved.
  var newRows: NewRows?
  /// Values that differ from those in the rows, a place a slot: unsaved ones of a stored object, and of a new
  /// one those that no row can hold and validation will refuse.
  var overlay: ContiguousArray<AttributeValue?>?
  private var rowNumber: Int32 = 0
  /// The object's place in the list of pending objects of its kind.
  var pendingIndex: Int32 = 0
  /// Its to-many relationships, as far as they are known, by their places.
  var collections: ContiguousArray<ToManyState>?
  var state: State = []

  /// The object's row in ``rows`` or ``newRows``; batches are small.
  var row: Int {
    get { Int(rowNumber) }
    set { rowNumber = Int32(truncatingIfNeeded: newValue) }
  }

  init(registry: EntityRegistry, key: Int64) {
    core = registry.core
    self.registry = registry
    self.key = key
  }

  /// The object becomes another row's: the identity map and all that lead to it have to follow.
  func become(_ key: Int64) { self.key = key }

  /// The object's identity, there from insertion on and never changed, with one exception: a new object that a merge policy
  /// makes one with a stored object has that one's (``MergePolicy``).
  public var id: ObjectID { ObjectID(home: registry.home, key: key) }

  /// The name of its entity; a fault whose entity is not known yet is read for it.
  public var entityName: String { knownRegistry.entity.name }

  /// Its entity's description in the model; a fault whose entity is not known yet is read for it.
  public var entity: EntityDescription { knownRegistry.entity.description }

  /// The registry of its entity, for which a fault may have to be read.
  var knownRegistry: EntityRegistry {
    if state.contains(.provisional) { _ = fulfilledRows() }
    return registry
  }

  /// The context it belongs to; nil once that is gone, or the object is of no context any more.
  public var context: ObjectContext? {
    state.contains(.detached) ? nil : core.context
  }

  /// Whether only the ID is known yet.
  public var isFault: Bool { rows == nil && overlay == nil && newRows == nil }

  /// Whether the object is new and has never been saved.
  public var isInserted: Bool { state.contains(.inserted) }

  /// Whether values or relationships of a stored object differ from the stored ones; setting an equal value, or the
  /// stored value back, is no change.
  public var isUpdated: Bool {
    settleDeletions()
    return state.contains(.updated) || hasRelationshipChanges
  }

  /// Whether the object is deleted, by itself or by the delete rules: at the next save, or already.
  public var isDeleted: Bool {
    settleDeletions()
    return state.contains(.deleted)
  }

  /// Whether the object has unsaved changes.
  public var hasChanges: Bool {
    settleDeletions()
    return (!state.isDisjoint(with: .pending) || hasRelationshipChanges) && !state.contains(.detached)
  }

  /// Applies the rules of deletions that registered objects have not felt yet.
  @inline(__always)
  func settleDeletions() {
    if core.deletions.isUnsettled { core.settleDeletions() }
  }

  /// The version of the stored row it was read from; 0 for a new object and for a fault.
  var version: Int64 { rows?.version(row) ?? 0 }

  /// Reads the object's row if it is a fault.
  ///
  /// - Throws: ``GraphError`` with code `objectMissing` where the row is gone, `noContext` where the object is of no
  ///   context since a reset or its own deletion; the store's error where reading fails.
  public func fulfill() throws {
    guard isFault else { return }
    if state.contains(.detached) {
      throw GraphError(
        .noContext,
        "\(id) is of no context any more, and its values were never read: ask a context for it again",
        entity: registry.entity.name, objectID: id)
    }
    try registry.hierarchy.fill(self)
  }

  /// The rows for a read that cannot throw: a failure is kept for the context's next throwing call.
  func fulfilledRows() -> PackedRows? {
    if let rows { return rows }
    if newRows != nil || overlay != nil || state.contains(.detached) { return nil }
    do {
      try registry.hierarchy.fill(self)
      return rows
    } catch {
      core.record(error)
      return nil
    }
  }
}

extension ManagedObject: Hashable {
  /// Whether both are the same object.
  public static func == (lhs: ManagedObject, rhs: ManagedObject) -> Bool { lhs === rhs }

  /// Hashes the object's identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension ManagedObject: Identifiable {}

extension ManagedObject: CustomStringConvertible {
  /// The ID and the state, without values.
  public var description: String {
    var words: [String] = []
    if isFault { words.append("fault") }
    if isInserted { words.append("inserted") }
    if state.contains(.updated) || hasRelationshipChanges { words.append("updated") }
    if state.contains(.deleted) { words.append("deleted") }
    return words.isEmpty ? id.description : "\(id) (\(words.joined(separator: ", ")))"
  }
}
