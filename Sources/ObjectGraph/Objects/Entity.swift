public import GraphModel
public import GraphQuery
public import GraphValues

/// A typed handle on one managed object; `model-codegen` makes one for each entity of a model.
///
/// A handle is as good as the object: copies of it lead to the same object, and setters change that object.
/// Two handles are equal where they lead to the same object.
public protocol Entity: KeyPathResolving, PredicateArgument, FetchResult, Hashable, Identifiable,
  CustomStringConvertible
where ID == ObjectID {
  /// The entity's name in the model.
  static var entityName: String { get }

  /// The model that the type was generated from.
  static var model: EntityModel { get }

  /// The object behind the handle.
  var object: ManagedObject { get }

  /// A handle on an object that is known to be of this entity.
  @_spi(Generated) init(unchecked object: ManagedObject)
}

extension Entity {
  /// The object's identity, there from insertion on and never changed.
  public var id: ObjectID { object.id }

  /// The context it belongs to; nil once it is of no context any more.
  public var context: ObjectContext? { object.context }

  /// Whether the object is deleted: at the next save, or already.
  public var isDeleted: Bool { object.isDeleted }

  /// Whether the next save has something to write for the object.
  public var hasChanges: Bool { object.hasChanges }

  /// Reads the object's row if it is a fault.
  ///
  /// - Throws: ``GraphError`` where the row is gone, the store's error where reading fails.
  public func fulfill() throws { try object.fulfill() }

  /// Whether both lead to the same object.
  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.object === rhs.object }

  /// Hashes the object's identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(object)) }

  /// The ID and the state, without values.
  public var description: String { object.description }

  /// The names of the entity and of those that inherit from it, for casts in `#Predicate`.
  ///
  /// - Complexity: O(entities of the model).
  public static var kindNames: [String] {
    let entities = model.entities
    var names = [entityName]
    // Parents may stand after what inherits from them.
    var count = 0
    while count < names.count {
      count = names.count
      for entity in entities where !names.contains(entity.name) {
        if let parent = entity.parent, names.contains(parent) { names.append(entity.name) }
      }
    }
    return names
  }

  /// The entity's name: what a fetch request of this type asks for.
  public static var fetchedEntityName: String? { entityName }

  /// Checks that objects of an entity can be returned as this type.
  @_spi(Generated) public static func checkFetched(entityName: String, in context: ObjectContext) throws {
    _ = try context.core.registry(for: Self.self)
  }

  /// The object as this type.
  @_spi(Generated) public static func fetched(_ object: ManagedObject) -> Self { Self(unchecked: object) }
}

extension ManagedObject {
  /// The object as a typed entity; nil where it is neither of that entity nor of one that inherits from it.
  public func `as`<Typed: Entity>(_ type: Typed.Type) -> Typed? {
    guard let typed = try? core.registry(for: type), knownRegistry.isKind(of: typed) else {
      return nil
    }
    return Typed(unchecked: self)
  }
}
