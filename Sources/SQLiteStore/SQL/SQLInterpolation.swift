import GraphSQL
public import GraphQuery
public import GraphValues
public import ObjectGraph
import SQLSyntax

/// Collects the pieces of an interpolated ``SQLText``.
public struct SQLInterpolation: StringInterpolationProtocol {
  private(set) var segments: [SQLText.Segment] = []

  /// Begins an interpolation.
  public init(literalCapacity: Int, interpolationCount: Int) {}

  /// SQL, as the literal has it.
  public mutating func appendLiteral(_ literal: String) {
    if !literal.isEmpty { segments.append(.sql(literal)) }
  }

  // MARK: Values

  /// A value, bound to a parameter: truth values as 0 and 1, dates as seconds since the reference date, UUIDs as their
  /// 16 bytes, URLs as texts, an object's ID as its key.
  ///
  /// A decimal is bound as a column without a declared scale keeps it; ``appendInterpolation(_:as:)`` binds it as a
  /// column with one does.
  public mutating func appendInterpolation(_ value: some AttributeConvertible) {
    append(value.attributeValue)
  }

  /// A value or NULL, bound to a parameter.
  public mutating func appendInterpolation(_ value: (some AttributeConvertible)?) {
    append(value?.attributeValue ?? .null)
  }

  /// An object's key, bound to a parameter.
  public mutating func appendInterpolation(_ object: some Entity) { append(.reference(object.id)) }

  /// An object's key, bound to a parameter.
  public mutating func appendInterpolation(_ object: ManagedObject) { append(.reference(object.id)) }

  /// A value, bound as the column of a property keeps it.
  public mutating func appendInterpolation<Root: Entity, Value>(
    _ value: (some AttributeConvertible)?, as property: Property<Root, Value>
  ) {
    segments.append(
      .stored(value?.attributeValue ?? .null, entity: Root.entityName, property: property.name))
  }

  /// A list of values in parentheses, each bound to a parameter of its own: for IN.
  public mutating func appendInterpolation(list values: some Sequence<some AttributeConvertible>) {
    var list: [SQLValue] = []
    for value in values {
      guard let bound = SQLValue(value.attributeValue, scale: nil) else {
        segments.append(.invalid(reason: Self.reason(value.attributeValue)))
        return
      }
      list.append(bound)
    }
    segments.append(.list(list))
  }

  private mutating func append(_ value: AttributeValue) {
    if let bound = SQLValue(value, scale: nil) {
      segments.append(.value(bound))
    } else {
      segments.append(.invalid(reason: Self.reason(value)))
    }
  }

  private static func reason(_ value: AttributeValue) -> String {
    if case .array = value { return "an array is no value of SQL: interpolate it as \\(list: …), for IN" }
    return "a number that is none (NaN) cannot be bound"
  }

  // MARK: Names

  /// The quoted name of an entity's table.
  public mutating func appendInterpolation<Root: Entity>(_ entity: Root.Type) {
    segments.append(.table(entity: Root.entityName))
  }

  /// The quoted name of the table of an entity known only at run time; the model has to have it.
  public mutating func appendInterpolation(entity name: String) { segments.append(.table(entity: name)) }

  /// The quoted name of a property's column.
  ///
  /// - Parameter alias: the table's alias in the statement, which is put before it.
  public mutating func appendInterpolation<Root: Entity, Value>(
    _ property: Property<Root, Value>, of alias: String? = nil
  ) {
    segments.append(.column(entity: Root.entityName, property: property.name, alias: alias))
  }

  /// The quoted name of the column of a property known only at run time; the model has to have it.
  public mutating func appendInterpolation(property: String, entity: String, of alias: String? = nil) {
    segments.append(.column(entity: entity, property: property, alias: alias))
  }

  /// The quoted name of the column with an object's key.
  public mutating func appendInterpolation(keyOf alias: String? = nil) { segments.append(.key(alias: alias)) }

  /// The condition that a row is of an entity, or of one that inherits from it.
  public mutating func appendInterpolation<Root: Entity>(isKind entity: Root.Type, of alias: String? = nil) {
    segments.append(.family(entity: Root.entityName, alias: alias))
  }

  /// A name, quoted.
  public mutating func appendInterpolation(identifier name: String) { segments.append(.identifier(name)) }

  /// Another piece of SQL.
  public mutating func appendInterpolation(_ sql: SQLText) { segments.append(contentsOf: sql.segments) }
}
