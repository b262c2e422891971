import GraphModel
package import GraphValues

/// What a store's own ways to find objects ask of a context.
extension ObjectContext {
  /// The store that the context works on.
  package var store: any PersistentStore { core.store }

  /// The store that the context and its parents work on.
  package var rootStore: any PersistentStore { parent?.rootStore ?? core.store }

  /// The root of an entity's hierarchy.
  ///
  /// - Throws: ``GraphError`` with code `unknownEntity`.
  package func rootName(ofEntity name: String) throws -> String {
    try core.registry(named: name).entity.rootName
  }

  /// The objects of keys in the order of the keys, with their rows as they were just read.
  ///
  /// Keys without a row, of other entities and of objects that are deleted are left out.
  package func objects(ofEntity name: String, keys: [Int64], rows: CollectedRows) throws -> [ManagedObject] {
    try core.beginReading()
    core.settleDeletions()
    let registry = try core.registry(named: name)
    if let parent, let store = core.store as? ContextStore {
      let above = try parent.objects(ofEntity: name, keys: keys, rows: rows)
      let wanted = above.map(\.key)
      let shown = try store.collect(above, isKnown: nil)
      return adopted(wanted, shown, registry)
    }
    return adopted(keys, rows, registry)
  }

  private func adopted(
    _ keys: [Int64], _ rows: CollectedRows, _ registry: EntityRegistry
  ) -> [ManagedObject] {
    var found: [Int64: ManagedObject] = [:]
    rows.formGroup()
    let isNoted = core.notesReadRows
    rows.forEachRow { key, location in
      guard !location.isKnown else { return }
      let object = registry.hierarchy.adopt(
        key, rows.batches[Int(location.batch)], Int(location.row), isNoted: isNoted)
      if object.registry.isKind(of: registry), !object.state.contains(.deleted) { found[key] = object }
    }
    return keys.compactMap { found[$0] }
  }
}
