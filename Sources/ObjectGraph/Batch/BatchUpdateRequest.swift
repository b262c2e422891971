public import Foundation
public import GraphQuery
public import GraphValues

/// Sets properties of all stored objects that meet a predicate, without reading the objects.
///
/// ```swift
/// let p = GifModel.Properties.self
/// var request = BatchUpdateRequest<GifModel>(where: p.newsid > 10)
/// request.set(p.isZan, to: true)
/// let result = try context.execute(request)
/// ```
///
/// The model's rules hold for the values that are set. Objects that have them already are not touched, and do not
/// count.
public struct BatchUpdateRequest<Result: FetchResult>: Sendable {
  /// Which objects: the entity, the predicate, its variables, and whether entities that inherit count.
  var selection: FetchRequest<Result>
  /// What is set, in the order of setting; the last one of a property counts.
  private(set) var assignments: [(name: String, value: BatchValue)] = []
  /// What the result tells of the objects that were updated.
  public var resultType = BatchResultType.count

  /// Whether objects of entities that inherit from the entity are updated as well.
  public var includesSubentities: Bool {
    get { selection.includesSubentities }
    set { selection.includesSubentities = newValue }
  }

  /// Values of `$NAME` variables in the predicate.
  public var variables: [String: any PredicateArgument & Sendable] {
    get { selection.variables }
    set { selection.variables = newValue }
  }

  /// An update of the objects that meet a predicate of the format language or of generated property tokens.
  ///
  /// - Parameter predicate: the condition; nil for all objects.
  public init(where predicate: QueryPredicate? = nil) where Result: Entity {
    selection = FetchRequest(where: predicate)
  }

  /// An update of the objects that meet Foundation's predicate, which is looked at when the request is executed.
  ///
  /// - Parameter predicate: the condition.
  public init(predicate: Foundation.Predicate<Result>) where Result: Entity {
    selection = FetchRequest(predicate: predicate)
  }

  /// An update of objects of an entity known only at run time.
  ///
  /// - Parameters:
  ///   - entityName: the entity's name in the model.
  ///   - predicate: the condition; nil for all objects.
  public init(entityName: String, where predicate: QueryPredicate? = nil) where Result == ManagedObject {
    selection = FetchRequest(entityName: entityName, where: predicate)
  }

  // MARK: Setting

  mutating func set(_ name: String, to value: BatchValue) {
    assignments.removeAll { $0.name == name }
    assignments.append((name, value))
  }

  /// Sets a property by its name, a member of a composite by `composite.member`; nil removes the value. A to-one takes
  /// the ID of an object.
  ///
  /// What does not fit the model is reported when the request is executed.
  public mutating func set(_ name: String, to value: (any AttributeConvertible)?) {
    set(name, to: BatchValue.constant(value?.attributeValue ?? .null))
  }

  /// Sets an attribute.
  public mutating func set<Value: AttributeConvertible>(_ property: Property<Result, Value>, to value: Value)
  {
    set(property.name, to: BatchValue.constant(value.attributeValue))
  }

  /// Sets an attribute that may have no value; nil removes it.
  public mutating func set<Value: AttributeConvertible>(
    _ property: Property<Result, Value?>, to value: Value?
  ) {
    set(property.name, to: BatchValue.constant(value?.attributeValue ?? .null))
  }

  /// Sets a to-one that may lead to no object; nil lets it lead to none.
  public mutating func set<Destination: Entity>(
    _ property: Property<Result, Destination?>, to object: Destination?
  ) {
    set(property.name, to: BatchValue.constant(object.map { .reference($0.id) } ?? .null))
  }

  /// Sets a to-one.
  public mutating func set<Destination: Entity>(
    _ property: Property<Result, Destination>, to object: Destination
  ) {
    set(property.name, to: BatchValue.constant(.reference(object.id)))
  }

  /// Sets a to-one to the object of an ID.
  public mutating func set<Destination: Entity>(
    _ property: Property<Result, Destination?>, to id: ObjectID
  ) {
    set(property.name, to: BatchValue.constant(.reference(id)))
  }

  /// Sets a to-one to the object of an ID.
  public mutating func set<Destination: Entity>(
    _ property: Property<Result, Destination>, to id: ObjectID
  ) {
    set(property.name, to: BatchValue.constant(.reference(id)))
  }

  /// Sets an attribute that is kept as JSON.
  ///
  /// - Throws: what encoding throws.
  public mutating func set<Value>(_ property: Property<Result, Value>, toCodable value: some Encodable) throws
  {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    set(property.name, to: BatchValue.constant(.codable(try encoder.encode(value))))
  }
}
