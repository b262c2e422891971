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

    static let pending: State = [.inserted, .updated, .deleted]
  }

  let registry: EntityRegistry
  let key: Int64
  /// The values as last read from or written to the store; nil for a fault and for a new object.
  var rows: PackedRows?
  /// The values of a new object; nil once it has been saved.
  var newRows: NewRows?
  /// Values that differ from those in the rows, a place a slot: unsaved ones of a stored object, and of a new
  /// one those that no row can hold and validation will refuse.
  var overlay: ContiguousArray<AttributeValue?>?
  private var rowNumber: Int32 = 0
  var state: State = []
  /// The object's place in the list of pending objects of its kind.
  var pendingIndex: Int32 = 0

  /// The object's row in ``rows`` or ``newRows``; batches are small.
  var row: Int {
    get { Int(rowNumber) }
    set { rowNumber = Int32(truncatingIfNeeded: newValue) }
  }

  init(registry: EntityRegistry, key: Int64) {
    self.registry = registry
    self.key = key
  }

  /// The object's identity, there from insertion on and never changed.
  public var id: ObjectID { ObjectID(home: registry.home, key: key) }

  /// The name of its entity.
  public var entityName: String { registry.entity.name }

  /// Its entity's description in the model.
  public var entity: EntityDescription { registry.entity.description }

  /// The context it belongs to; nil once it is of no context any more.
  public var context: ObjectContext? {
    state.contains(.detached) ? nil : registry.core.context
  }

  /// Whether only the ID is known yet.
  public var isFault: Bool { rows == nil && overlay == nil && newRows == nil }

  /// Whether the object is new and has never been saved.
  public var isInserted: Bool { state.contains(.inserted) }

  /// Whether values differ from the stored ones; setting an equal value, or the stored value back, is no change.
  public var isUpdated: Bool { state.contains(.updated) }

  /// Whether the object is deleted: at the next save, or already.
  public var isDeleted: Bool { state.contains(.deleted) }

  /// Whether the next save has something to write for the object.
  public var hasChanges: Bool { !state.isDisjoint(with: .pending) && !state.contains(.detached) }

  /// The version of the stored row it was read from; 0 for a new object and for a fault.
  var version: Int64 { rows?.version(row) ?? 0 }

  /// Reads the object's row if it is a fault.
  ///
  /// - Throws: ``GraphError`` with code `objectMissing` where the row is gone, `noContext` where the context is;
  ///   the store's error where reading fails.
  public func fulfill() throws {
    guard isFault else { return }
    if state.contains(.detached) {
      throw GraphError(
        .noContext,
        "\(id) is of no context any more, and its values were never read: ask a context for it again",
        entity: entityName, objectID: id)
    }
    try registry.fill(self)
  }

  /// The rows for a read that cannot throw: a failure is kept for the context's next throwing call.
  func fulfilledRows() -> PackedRows? {
    if let rows { return rows }
    if newRows != nil || overlay != nil || state.contains(.detached) { return nil }
    do {
      try registry.fill(self)
      return rows
    } catch {
      registry.core.record(error)
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
    if isUpdated { words.append("updated") }
    if isDeleted { words.append("deleted") }
    return words.isEmpty ? id.description : "\(id) (\(words.joined(separator: ", ")))"
  }
}
