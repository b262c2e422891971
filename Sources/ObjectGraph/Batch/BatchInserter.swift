import GraphModel
import GraphValues

/// Turns values into rows and hands them to a store, batch by batch.
struct BatchInserter {
  /// What one statement inserts at most.
  private static let rowsPerStatement = 4_096
  private static let bytesPerStatement = 4 << 20

  struct Options {
    let batchSize: Int
    let conflicts: BatchConflictRule
    let wantsKeys: Bool
    let progress: ((Int) -> Void)?
  }

  private(set) var outcome = BatchOutcome()
  /// The roots of the hierarchies of which there are new rows.
  private(set) var roots: Set<String> = []
  private(set) var registry: EntityRegistry?
  private let core: ContextCore
  private let store: any PersistentStore
  private let options: Options
  private var rows: BatchRows?
  private var finished: [PackedRows] = []
  private var unwritten = 0
  private var taken = 0

  init(_ core: ContextCore, _ store: any PersistentStore, _ options: Options) {
    self.core = core
    self.store = store
    self.options = options
    if options.wantsKeys { outcome.keys = [] }
  }

  mutating func append<Values: EntityValues>(_ values: Values) throws {
    if rows == nil { try begin(try core.registry(for: Values.TreeEntity.self), given: nil) }
    try append { row in values.write(to: &row) }
  }

  mutating func append(_ record: GraphRecord) throws {
    let writer = try BatchRecord(record, core)
    if rows?.registry !== writer.registry || rows?.givenSlots != writer.slots {
      try writeBatch()
      try begin(writer.registry, given: writer.slots)
    }
    try append { row in try writer.write(to: &row) }
  }

  private mutating func begin(_ registry: EntityRegistry, given: [Int]?) throws {
    if registry.entity.isAbstract {
      throw GraphError(
        .abstractEntity,
        "\(registry.entity.name) is abstract: insert objects of an entity that inherits from it",
        entity: registry.entity.name)
    }
    rows = BatchRows(registry, given: given, store)
    if self.registry == nil { self.registry = registry }
    if self.registry !== registry, options.wantsKeys {
      throw GraphError(
        .invalidRequest, "a batch insertion that gives IDs takes records of one entity only",
        entity: registry.entity.name)
    }
  }

  private mutating func append(_ write: (inout ValuesRow) throws -> Void) throws {
    try rows?.append(write)
    taken += 1
    unwritten += 1
    guard let rows else { return }
    if unwritten >= options.batchSize {
      try writeBatch()
    } else if rows.count >= Self.rowsPerStatement || rows.byteCount >= Self.bytesPerStatement {
      try finishRows()
    }
  }

  /// Writes what is left.
  mutating func finish() throws { try writeBatch() }

  private mutating func finishRows() throws {
    guard let new = try rows?.finish() else { return }
    finished.append(new)
  }

  private mutating func writeBatch() throws {
    try finishRows()
    let done = unwritten
    unwritten = 0
    if done == 0 { return }
    if let registry = rows?.registry, !finished.isEmpty {
      try insert(finished, registry)
      finished = []
    }
    options.progress?(taken)
  }

  private mutating func insert(_ batches: [PackedRows], _ registry: EntityRegistry) throws {
    var insertion = BatchInsertion(entity: registry.entity.name, rows: batches)
    insertion.origin = core.origin
    insertion.wantsKeys = options.wantsKeys
    insertion.conflict = try conflict(registry)
    outcome.add(try store.insert(insertion))
    roots.insert(registry.entity.rootName)
  }

  private func conflict(_ registry: EntityRegistry) throws -> BatchInsertion.Conflict {
    switch options.conflicts {
    case .fail: return .fail
    case .ignore: return .ignore
    case .update(let names):
      let entity = registry.entity
      guard let constraint = names ?? entity.uniquenessConstraints.first,
        entity.uniquenessConstraints.contains(constraint)
      else {
        throw GraphError(
          .invalidRequest,
          names.map { "\(entity.name) has no uniqueness constraint of \($0.joined(separator: ", "))" }
            ?? "\(entity.name) has no uniqueness constraint by which objects could be found",
          entity: entity.name)
      }
      return .update(constraint: constraint, slots: rows?.updatableSlots ?? [])
    }
  }
}
