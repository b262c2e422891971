import GraphModel

/// The hooks of an entity's objects: those of the entities it inherits from come first.
struct HookChain {
  private var links: [(number: Int, type: any LifecycleHooks.Type)] = []

  /// Adds the hooks of an entity, once.
  ///
  /// - Parameter number: the entity's number in its hierarchy: a parent's is smaller than its children's.
  mutating func add(_ type: any LifecycleHooks.Type, number: Int) {
    if links.contains(where: { ObjectIdentifier($0.type) == ObjectIdentifier(type) }) { return }
    links.insert((number, type), at: links.firstIndex { $0.number > number } ?? links.endIndex)
  }

  func call(_ object: ManagedObject, _ body: (any LifecycleHooks) throws -> Void) rethrows {
    for link in links { try body(link.type.init(unchecked: object)) }
  }
}

extension ContextCore {
  /// Calls an entity's hooks from now on, for its objects and those of entities that inherit from it.
  func addHooks(_ type: any LifecycleHooks.Type, for registry: EntityRegistry) {
    hasHooks = true
    hookTypes.append(type)
    for other in registry.hierarchy.entities where other.isKind(of: registry) {
      var chain = other.hooks ?? HookChain()
      chain.add(type, number: registry.entity.number)
      other.hooks = chain
    }
  }

  /// Calls the hooks of entities that the container was opened with.
  func addHooks(_ types: [any LifecycleHooks.Type]) {
    for type in types {
      if let registry = knownRegistry(named: type.entityName) { addHooks(type, for: registry) }
    }
  }
}
