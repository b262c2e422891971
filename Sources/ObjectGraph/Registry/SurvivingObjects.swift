/// The objects that outlive their context, by key: whoever uses them holds them, and they are found while somebody does.
///
/// Weak references, which cost more than the owning ones of ``IdentityMap`` but are few, and need no deinit of an object
/// to touch anything: the last release may happen on any thread.
struct SurvivingObjects {
  private struct Reference {
    weak var object: ManagedObject?
  }

  private var references: [Int64: Reference] = [:]
  /// The count at which references to nothing are next looked for.
  private var threshold = 1024

  init(_ objects: [ManagedObject]) {
    for object in objects { insert(object) }
  }

  subscript(key: Int64) -> ManagedObject? { references[key]?.object }

  mutating func insert(_ object: ManagedObject) {
    if references.count >= threshold {
      references = references.filter { $0.value.object != nil }
      threshold = max(1024, references.count * 2)
    }
    references[object.key] = Reference(object: object)
  }

  mutating func remove(_ key: Int64) { references[key] = nil }

  func forEach(_ body: (ManagedObject) -> Void) {
    for reference in references.values { if let object = reference.object { body(object) } }
  }
}
