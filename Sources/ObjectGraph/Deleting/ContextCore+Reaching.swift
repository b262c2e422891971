import GraphModel

/// Objects between a deleted one and registered ones that a cascade reaches through them.
///
/// What nobody has read is left to the store. But where an object that somebody holds leads to something that is not
/// registered, that may be taken by a cascade, and the object with it.
extension ContextCore {
  /// Reads objects that registered ones lead to and a cascade may take.
  ///
  /// - Parameters:
  ///   - relationships: those of deleted objects whose members are not known.
  ///   - read: objects that were read since the last time.
  /// - Complexity: O(registered objects) and a query or two where a cascade reaches further than before.
  func readBetween(_ relationships: some Sequence<Int>, _ read: [ManagedObject]) {
    let reached = deletions.reached
    for index in relationships { reach(model.relationships[index]) }
    if deletions.reached.isEmpty { return }
    var between: [ManagedObject] = []
    if deletions.reached == reached {
      for object in read { addBetween(object, &between) }
    } else {
      var registered: [ManagedObject] = []
      for hierarchy in hierarchies { hierarchy.map.forEach { registered.append($0) } }
      for object in registered { addBetween(object, &between) }
    }
    fill(between)
  }

  private func reach(_ relationship: ResolvedRelationship) {
    guard relationship.deleteRule == .cascade, let root = model[relationship.destination]?.rootName,
      deletions.reached.insert(root).inserted
    else { return }
    for entity in model.family(ofRoot: root) {
      for next in entity.relationships { reach(next) }
    }
  }

  /// Adds what an object leads to, as far as it is not registered: as faults.
  private func addBetween(_ object: ManagedObject, _ between: inout [ManagedObject]) {
    guard object.state.isDisjoint(with: [.deleted, .detached]), !object.isFault else { return }
    for link in object.registry.relationships.toOnes where isReached(link.destination) {
      guard let key = object.referenceKey(link.slot), link.destination.hierarchy.map[key] == nil else {
        continue
      }
      between.append(link.object(key))
    }
    for link in object.registry.relationships.toManys where isReached(link.destination) {
      for key in object.collections?[link.place].members ?? []
      where link.destination.hierarchy.map[key] == nil {
        between.append(link.object(key))
      }
    }
  }

  private func isReached(_ registry: EntityRegistry) -> Bool {
    deletions.reached.contains(registry.hierarchy.rootName)
  }

  private func fill(_ objects: [ManagedObject]) {
    for (_, faults) in Dictionary(grouping: objects, by: { $0.registry.hierarchy.rootName }) {
      faults.first?.registry.hierarchy.batchFaults(faults.map(\.key).sorted())
      // One that is not there is missed by whoever reads it.
      for object in faults where object.isFault { try? object.fulfill() }
    }
  }
}
