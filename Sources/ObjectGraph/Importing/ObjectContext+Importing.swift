import GraphModel
public import GraphValues

extension ObjectContext {
  /// Makes a graph of records: objects that have a record's unique values already are changed, the others are
  /// inserted, and all are related as the records are nested. Nothing is saved.
  ///
  /// An object is recognised by the first uniqueness constraint of its entity of which the record gives all values,
  /// among unsaved objects as well as stored ones; records with the same unique values become one object. Attributes
  /// and relationships that a record leaves out stay as they are, and new objects' attributes have their defaults.
  ///
  /// - Complexity: O(records), and a few queries for each entity and relationship.
  /// - Returns: the objects of the outermost records, in their order.
  /// - Throws: ``GraphError``, before anything is changed: `unknownEntity`, `unknownProperty`, `invalidValue` and
  ///   `wrongEntity`, with the place in the records; `abstractEntity`; the store's errors.
  @discardableResult
  public func importRecords(
    _ records: [GraphRecord], options: ImportOptions = ImportOptions()
  ) throws -> [ManagedObject] {
    try core.throwRecordedError()
    var importer = try GraphImporter(records, options: options, in: core)
    return try importer.run()
  }

  /// Makes a graph of trees, as ``importRecords(_:options:)`` does of records.
  ///
  /// - Throws: as ``importRecords(_:options:)``.
  @discardableResult
  public func importTrees<Tree: GraphTree>(
    _ trees: [Tree], options: ImportOptions = ImportOptions()
  ) throws -> [Tree.TreeEntity] {
    _ = try core.registry(for: Tree.TreeEntity.self)
    return try importRecords(trees.map(\.record), options: options).map { Tree.TreeEntity(unchecked: $0) }
  }

  /// Changes the object that has the unique values of a tree, or of an entity's `Values`, or inserts one.
  ///
  /// - Returns: the object.
  /// - Throws: ``GraphError`` with code `invalidValue` where the values name no uniqueness constraint whole; and as
  ///   ``importRecords(_:options:)``.
  @discardableResult
  public func upsert<Tree: GraphTree>(
    _ tree: Tree, options: ImportOptions = ImportOptions()
  ) throws -> Tree.TreeEntity {
    let record = tree.record
    try checkUnique(record)
    let objects = try importRecords([record], options: options)
    _ = try core.registry(for: Tree.TreeEntity.self)
    guard let object = objects.first else {
      throw GraphError(.invalidValue, "there is nothing to insert", entity: record.entityName)
    }
    return Tree.TreeEntity(unchecked: object)
  }

  /// The object of an entity that has the values, which have to be those of a uniqueness constraint; where there is
  /// none, a new one with them.
  ///
  /// - Returns: the object, and whether it was inserted.
  /// - Throws: as ``upsert(_:options:)``.
  public func findOrInsert(
    entity name: String, _ values: [String: any AttributeConvertible]
  ) throws -> (object: ManagedObject, isNew: Bool) {
    try core.throwRecordedError()
    let record = GraphRecord(entityName: name, values: values.mapValues(\.attributeValue))
    try checkUnique(record)
    var importer = try GraphImporter([record], options: ImportOptions(), in: core)
    guard let object = try importer.run().first else {
      throw GraphError(.invalidValue, "there is nothing to insert", entity: name)
    }
    return (object, importer.isNew.first ?? false)
  }

  /// The typed object that has the values, which have to be those of a uniqueness constraint; where there is none, a
  /// new one with them.
  ///
  /// - Returns: the object, and whether it was inserted.
  /// - Throws: as ``upsert(_:options:)``.
  public func findOrInsert<Typed: Entity>(
    _ type: Typed.Type, _ values: [String: any AttributeConvertible]
  ) throws -> (object: Typed, isNew: Bool) {
    _ = try core.registry(for: type)
    let found = try findOrInsert(entity: Typed.entityName, values)
    return (Typed(unchecked: found.object), found.isNew)
  }

  private func checkUnique(_ record: GraphRecord) throws {
    let entity = try core.registry(named: record.entityName).entity
    let isWhole = entity.uniquenessConstraints.contains { names in
      names.allSatisfy { record.values[$0].map { !$0.isNull } ?? false }
    }
    if isWhole { return }
    let constraints = entity.uniquenessConstraints.map { "(" + $0.joined(separator: ", ") + ")" }
    throw GraphError(
      .invalidValue,
      constraints.isEmpty
        ? "\(entity.name) has no uniqueness constraint by which an object could be found"
        : "\(entity.name) is found by the values of \(constraints.joined(separator: " or ")), which are missing",
      entity: entity.name)
  }
}
