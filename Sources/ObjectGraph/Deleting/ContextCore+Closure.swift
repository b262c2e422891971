import GraphModel
import GraphValues

/// What the store has to know to find out by itself what deletions lead to.
extension ContextCore {
  /// The deleted objects and the changed relationships that rules may meet; nil where nothing stored is concerned.
  func deletionClosure() -> DeletionClosure? {
    guard deletions.hasStored else { return nil }
    var closure = DeletionClosure()
    for hierarchy in hierarchies {
      let deleted = hierarchy.entities.flatMap { $0.deleted.objects.map(\.key) }
      if !deleted.isEmpty { closure.roots[hierarchy.rootName] = deleted.sorted() }
    }
    if closure.roots.isEmpty { return nil }
    closure.changes = relationshipChanges(from: closure.roots.keys)
    return closure
  }

  /// The unsaved changes of relationships that a deletion may meet.
  ///
  /// - Parameter roots: those of the hierarchies of which objects are deleted.
  /// - Complexity: O(changed objects of the entities concerned).
  func relationshipChanges(from roots: some Sequence<String>) -> RelationshipChanges {
    let reached = hierarchiesReached(from: roots)
    var changes = RelationshipChanges()
    for registry in registries {
      let isReached = reached.contains(registry.hierarchy.rootName)
      let links = registry.relationships
      let toOnes = links.toOnes.filter { isReached || reached.contains($0.destination.hierarchy.rootName) }
      if !toOnes.isEmpty { addReferences(registry, toOnes, &changes) }
      guard links.toManys.contains(where: { !$0.isColumn }) else { continue }
      for object in registry.inserted.objects { addPairs(of: object, reached, &changes) }
    }
    for object in related { addPairs(of: object, reached, &changes) }
    return changes
  }

  /// The roots of the hierarchies of which a deletion may take objects.
  private func hierarchiesReached(from roots: some Sequence<String>) -> Set<String> {
    var reached = Set(roots)
    var rest = Array(reached)
    while let root = rest.popLast() {
      for relationship in model.relationships
      where relationship.deleteRule == .cascade && model[relationship.owner]?.rootName == root {
        guard let next = model[relationship.destination]?.rootName else { continue }
        if reached.insert(next).inserted { rest.append(next) }
      }
    }
    return reached
  }

  private func addReferences(
    _ registry: EntityRegistry, _ links: [ToOneLink], _ changes: inout RelationshipChanges
  ) {
    func add(_ link: ToOneLink, _ object: ManagedObject, _ key: Int64?) {
      changes.setReference(
        link.relationship.index, of: object.key, to: key,
        list: link.inverse.isToMany ? link.inverse.index : nil)
    }
    for object in registry.inserted.objects {
      for link in links {
        if let key = object.referenceKey(link.slot) { add(link, object, key) }
      }
    }
    for object in [registry.updated.objects, registry.deleted.objects].joined() where object.overlay != nil {
      for link in links where object.overlay?[link.slot] != nil {
        add(link, object, object.referenceKey(link.slot))
      }
    }
  }

  private func addPairs(
    of object: ManagedObject, _ reached: Set<String>, _ changes: inout RelationshipChanges
  ) {
    guard object.collections != nil, !object.state.contains(.detached) else { return }
    let isReached = reached.contains(object.registry.hierarchy.rootName)
    for link in object.registry.relationships.toManys where !link.isColumn {
      let hierarchy = link.destination.hierarchy
      guard isReached || reached.contains(hierarchy.rootName), let state = object.collections?[link.place]
      else {
        continue
      }
      let (index, inverse) = (link.relationship.index, link.inverse.index)
      let added = object.state.contains(.inserted) ? Array(state.members ?? []) : state.changes?.added ?? []
      for key in added where !isVanished(key, hierarchy) {
        changes.addPair(index, inverse: inverse, object.key, key)
      }
      for key in state.changes?.removed ?? [] { changes.removePair(index, inverse: inverse, object.key, key) }
    }
  }
}
