/// What a fetch request can return: typed entities, or managed objects.
public protocol FetchResult: SendableMetatype {
  /// The entity that requests of this type ask for; nil where the request has to name it.
  static var fetchedEntityName: String? { get }

  /// Checks that objects of an entity can be returned as this type.
  @_spi(Generated) static func checkFetched(entityName: String, in context: ObjectContext) throws

  /// The object as this type.
  @_spi(Generated) static func fetched(_ object: ManagedObject) -> Self
}

extension ManagedObject: FetchResult {
  /// Nil: a request for managed objects names its entity.
  public static var fetchedEntityName: String? { nil }

  /// Checks that objects of an entity can be returned as this type.
  @_spi(Generated) public static func checkFetched(entityName: String, in context: ObjectContext) throws {}

  /// The object as this type.
  @_spi(Generated) public static func fetched(_ object: ManagedObject) -> ManagedObject { object }
}
