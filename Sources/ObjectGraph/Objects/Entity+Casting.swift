extension Entity {
  /// The object as one of an entity that inherits from this one, or that this one inherits from; nil where it is
  /// not of that entity.
  public func `as`<Other: Entity>(_ type: Other.Type) -> Other? { object.as(type) }
}
