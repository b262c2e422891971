import GraphValues

/// Reads objects a batch at a time, and holds those of the last batches.
final class ObjectBatches {
  private struct Batch {
    let number: Int
    let objects: [ManagedObject]
  }

  /// Registries live as long as the core.
  private let core: ContextCore
  private let registry: EntityRegistry
  private let size: Int
  private var last: Batch?
  private var lastButOne: Batch?

  init(_ registry: EntityRegistry, size: Int) {
    core = registry.core
    self.registry = registry
    self.size = size
  }

  func object(at position: Int, of keys: [Int64]) -> ManagedObject {
    let number = position / size
    let place = position - number * size
    if let last, last.number == number { return last.objects[place] }
    if let batch = lastButOne, batch.number == number {
      (last, lastButOne) = (batch, last)
      return batch.objects[place]
    }
    let batch = Batch(number: number, objects: read(keys[(number * size)...].prefix(size)))
    (last, lastButOne) = (batch, last)
    return batch.objects[place]
  }

  func id(ofKey key: Int64) -> ObjectID {
    registry.hierarchy.map[key]?.id ?? ObjectID(home: registry.home, key: key)
  }

  private func read(_ keys: ArraySlice<Int64>) -> [ManagedObject] {
    let hierarchy = registry.hierarchy
    hierarchy.sweepIfDue()
    let objects = keys.map { hierarchy.object(forKey: $0, as: registry) }
    do {
      let faults = objects.filter(\.isFault).map(\.key).sorted()
      if !faults.isEmpty { try hierarchy.read(faults) }
    } catch {
      registry.core.record(error)
    }
    return objects
  }
}
