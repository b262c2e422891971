package import GraphQuery
package import GraphValues

/// How predicates and sort keys walk from object to object in memory.
extension ManagedObject {
  /// The object that a to-one leads to; nil where there is none, or where its row is gone.
  package func related(slot: Int) -> (any SlotSource)? {
    guard let link = knownRegistry.relationships.toOne(at: slot), let target = related(link) else {
      return nil
    }
    return filled(target)
  }

  private func filled(_ target: ManagedObject) -> (any SlotSource)? {
    do {
      try target.fulfill()
    } catch let error as GraphError where error.code == .objectMissing {
      return nil
    } catch {
      core.record(error)
      return nil
    }
    return target
  }

  /// The object of an ID; nil where its row is gone.
  package func object(named id: ObjectID) -> (any SlotSource)? {
    guard let target = try? registry.core.object(with: id), !target.state.contains(.deleted) else {
      return nil
    }
    return filled(target)
  }

  /// The objects that a to-many leads to, in their order where they have one.
  package func members(place: Int) -> [any SlotSource] {
    guard let link = knownRegistry.relationships.toMany(at: place) else { return [] }
    return members(link)
  }
}
