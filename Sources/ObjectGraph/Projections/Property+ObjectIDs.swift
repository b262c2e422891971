public import GraphQuery
public import GraphValues

/// What a to-one leads to: an entity, or an optional one.
public protocol EntityReference {}

extension Optional: EntityReference where Wrapped: Entity {}

extension Property where Value: EntityReference {
  /// The ID of the object that an optional to-one leads to.
  public var id: ComputedProperty<Root, ObjectID?> { ComputedProperty(expression) }
}

extension Property where Value: Entity {
  /// The ID of the object that a required to-one leads to.
  public var id: ComputedProperty<Root, ObjectID> { ComputedProperty(expression) }
}
