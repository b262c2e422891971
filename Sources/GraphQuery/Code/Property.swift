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
public struct Property<Root, Value>: Sendable {
  /// The property's name in the model; with points where it is a property of another object: `author.name`.
  public let name: String

  /// A property of a name.
  public init(_ name: String) { self.name = name }

  /// Sorts by the property, small values first.
  public var ascending: SortKey { SortKey(name) }

  /// Sorts by the property, large values first.
  public var descending: SortKey { SortKey(name, ascending: false) }

  func compared(
    _ comparison: ComparisonOperator, _ operand: PredicateOperand, _ options: StringComparisonOptions = []
  ) -> QueryPredicate {
    QueryPredicate(
      Comparison(.keyPath(PropertyPath(dotted: name)), comparison, operand.expression, options: options))
  }
}

extension Property where Value: PredicateArgument {
  /// The property has the value.
  public static func == (property: Property, value: Value) -> QueryPredicate {
    property.compared(.equal, value.predicateOperand)
  }

  /// The property has another value, or none.
  public static func != (property: Property, value: Value) -> QueryPredicate {
    property.compared(.notEqual, value.predicateOperand)
  }

  /// The property has a smaller value.
  public static func < (property: Property, value: Value) -> QueryPredicate {
    property.compared(.less, value.predicateOperand)
  }

  /// The property has a smaller value or the same.
  public static func <= (property: Property, value: Value) -> QueryPredicate {
    property.compared(.lessOrEqual, value.predicateOperand)
  }

  /// The property has a larger value.
  public static func > (property: Property, value: Value) -> QueryPredicate {
    property.compared(.greater, value.predicateOperand)
  }

  /// The property has a larger value or the same.
  public static func >= (property: Property, value: Value) -> QueryPredicate {
    property.compared(.greaterOrEqual, value.predicateOperand)
  }

  /// The property has one of the values.
  public func isIn(_ values: some Collection<Value>) -> QueryPredicate {
    compared(.isIn, PredicateOperand(list: values))
  }

  /// The property's value lies between two, both included.
  public func isBetween(_ lower: Value, _ upper: Value) -> QueryPredicate {
    compared(
      .between,
      PredicateOperand(from: lower.predicateOperand.scalar, through: upper.predicateOperand.scalar))
  }
}

extension Property where Value: PredicateArgument & Comparable {
  /// The property's value lies in a range, both bounds included.
  public func isIn(_ range: ClosedRange<Value>) -> QueryPredicate {
    compared(.between, range.predicateOperand)
  }

  /// The property's value lies in a range, the upper bound excluded.
  public func isIn(_ range: Range<Value>) -> QueryPredicate {
    compared(.between, range.predicateOperand)
  }
}
