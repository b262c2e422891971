/// The objects of an entity with one kind of unsaved change; adding and removing are O(1).
struct PendingList {
  private(set) var objects: ContiguousArray<ManagedObject> = []

  var isEmpty: Bool { objects.isEmpty }
  var count: Int { objects.count }

  mutating func add(_ object: ManagedObject) {
    object.pendingIndex = Int32(truncatingIfNeeded: objects.count)
    objects.append(object)
  }

  mutating func remove(_ object: ManagedObject) {
    let index = Int(object.pendingIndex)
    let last = objects.removeLast()
    if last !== object {
      objects[index] = last
      last.pendingIndex = object.pendingIndex
    }
  }

  mutating func removeAll() -> ContiguousArray<ManagedObject> {
    defer { objects = [] }
    return objects
  }

  /// The objects in the order of their keys: the order of insertion.
  var inKeyOrder: [ManagedObject] {
    var sorted = true
    for index in objects.indices.dropFirst() where objects[index - 1].key > objects[index].key {
      sorted = false
      break
    }
    return sorted ? Array(objects) : objects.sorted { $0.key < $1.key }
  }
}
