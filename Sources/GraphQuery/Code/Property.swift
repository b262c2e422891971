/// A property of an entity as a value: what predicates and sort keys in code are made of.
///
/// Generated structs have one for each property:
///
/// ```swift
/// let p = GifModel.Properties.self
/// request.predicate = p.newsid > 10 && p.text.contains("cat", [.caseInsensitive])
/// request.sortBy = [p.newsid.descending]
/// ```
///
/// `Value` is the type of the Swift property, optional where that is optional. Comparing with nil asks whether
/// there is a value.
public struct Property<Root, Value>: PropertyExpression {
  /// The property's name in the model; with points where it is a property of another object: `author.name`.
  public let name: String

  /// A property of a name.
  public init(_ name: String) { self.name = name }

  /// Sorts by the property, small values first.
  public var ascending: SortKey { SortKey(name) }

  /// Sorts by the property, large values first.
  public var descending: SortKey { SortKey(name, ascending: false) }

  /// The property as a predicate holds it.
  public var operand: PredicateOperand { PredicateOperand(.keyPath(PropertyPath(dotted: name))) }
}
