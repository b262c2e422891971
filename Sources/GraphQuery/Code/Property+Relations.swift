public import GraphValues

/// Properties of the objects that a to-one leads to.
extension Property {
  /// A property of the object that an optional to-one leads to; nil where there is none.
  ///
  /// ```swift
  /// let p = Post.Properties.self
  /// request.predicate = p.author.to(Author.Properties.name) == "Ann"
  /// request.sortKeys = [p.author.to(Author.Properties.name).ascending]
  /// ```
  public func to<Destination, Other>(_ property: Property<Destination, Other>) -> Property<Root, Other?>
  where Value == Destination? {
    Property<Root, Other?>("\(name).\(property.name)")
  }

  /// An optional property of the object that an optional to-one leads to; nil where either is.
  public func to<Destination, Other>(_ property: Property<Destination, Other?>) -> Property<Root, Other?>
  where Value == Destination? {
    Property<Root, Other?>("\(name).\(property.name)")
  }

  /// A property of the object that a required to-one leads to.
  public func to<Other>(_ property: Property<Value, Other>) -> Property<Root, Other> {
    Property<Root, Other>("\(name).\(property.name)")
  }

  /// A collection of the object that an optional to-one leads to; without members where there is none.
  public func to<Destination, Members: ToManyPropertyValue>(
    _ property: Property<Destination, Members>
  ) -> Property<Root, Members> where Value == Destination? {
    Property<Root, Members>("\(name).\(property.name)")
  }
}

extension Property {
  /// The to-one leads to the object of an ID.
  public static func == (property: Property, id: ObjectID) -> QueryPredicate {
    property.compared(.equal, id.predicateOperand)
  }

  /// The to-one leads to another object than that of an ID, or to none.
  public static func != (property: Property, id: ObjectID) -> QueryPredicate {
    property.compared(.notEqual, id.predicateOperand)
  }

  /// The to-one leads to one of the objects of IDs.
  public func isIn(_ ids: some Collection<ObjectID>) -> QueryPredicate {
    compared(.isIn, PredicateOperand(list: ids))
  }
}

/// The members of a to-many.
extension Property where Value: ToManyPropertyValue {
  private var path: PropertyPath { PropertyPath(dotted: name) }

  /// How many members there are.
  public var count: ComputedProperty<Root, Int> {
    ComputedProperty(.aggregate(CollectionAggregate(.count, of: path)))
  }

  /// Whether there are no members.
  public var isEmpty: QueryPredicate { QueryPredicate(.count(of: path, where: nil, .equal, 0), depth: 2) }

  /// How many members meet a condition, which is one on a member.
  public func count(where condition: QueryPredicate) -> ComputedProperty<Root, Int> {
    ComputedProperty(.aggregate(CollectionAggregate(.count, of: path, where: filter(condition.node))))
  }

  /// A member meets a condition; false where there are no members.
  ///
  /// ```swift
  /// request.predicate = Author.Properties.posts.any(Post.Properties.title.contains("swift"))
  /// ```
  public func any(_ condition: QueryPredicate) -> QueryPredicate {
    predicate(condition.node, .greater, depth: condition.depth)
  }

  /// All members meet a condition; true where there are no members.
  public func all(_ condition: QueryPredicate) -> QueryPredicate {
    predicate(.not(condition.node), .equal, depth: condition.depth + 1)
  }

  /// No member meets a condition; true where there are no members.
  public func none(_ condition: QueryPredicate) -> QueryPredicate {
    predicate(condition.node, .equal, depth: condition.depth)
  }

  /// The object of an ID is a member.
  public func contains(_ id: ObjectID) -> QueryPredicate { compared(.contains, id.predicateOperand) }

  /// The object is a member.
  public func contains(_ member: Value.Element) -> QueryPredicate where Value.Element: PredicateArgument {
    compared(.contains, member.predicateOperand)
  }

  /// The sum of a property over the members; 0 where there are none. Those whose value is nil do not count.
  public func sum<Other>(_ property: Property<Value.Element, Other>) -> ComputedProperty<Root, Other> {
    ComputedProperty(aggregate(.sum, property.name))
  }

  /// The mean of a property over the members that have one; nil where there are none.
  public func average<Other>(_ property: Property<Value.Element, Other>) -> ComputedProperty<Root, Double?> {
    ComputedProperty(aggregate(.average, property.name))
  }

  /// The smallest value of a property among the members; nil where there is none.
  public func minimum<Other>(_ property: Property<Value.Element, Other>) -> ComputedProperty<Root, Other?> {
    ComputedProperty(aggregate(.minimum, property.name))
  }

  /// The largest value of a property among the members; nil where there is none.
  public func maximum<Other>(_ property: Property<Value.Element, Other>) -> ComputedProperty<Root, Other?> {
    ComputedProperty(aggregate(.maximum, property.name))
  }

  private func aggregate(_ function: CollectionAggregate.Function, _ value: String) -> QueryExpression {
    .aggregate(CollectionAggregate(function, of: path, value: PropertyPath(dotted: value)))
  }

  private func filter(_ node: PredicateNode) -> CollectionAggregate.Filter {
    // The name has to be none that a subquery within the condition gives to its own members.
    var variable = "_\(node.depth)"
    let taken = node.boundVariables
    while taken.contains(variable) { variable += "_" }
    return CollectionAggregate.Filter(variable: variable, node: node.rebased(on: variable))
  }

  private func predicate(
    _ node: PredicateNode, _ comparison: ComparisonOperator, depth: Int
  ) -> QueryPredicate {
    QueryPredicate(.count(of: path, where: filter(node), comparison, 0), depth: depth + 2)
  }
}
