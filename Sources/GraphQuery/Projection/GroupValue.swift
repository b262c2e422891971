/// What is worked out from a group of objects: their number, or the sum, the mean, the smallest or the largest of their
/// values.
///
/// ```swift
/// let p = Post.Properties.self
/// let rows = try context.fetch(
///   FetchRequest<Post>().select(p.state, Post.objectCount, p.likes.sum()).grouped(by: p.state))
/// ```
///
/// Values that are nil do not count.
public struct GroupValue<Root, Value>: Selectable, Sendable {
  /// The column without its types.
  public let selection: Selection

  package init(
    _ function: CollectionAggregate.Function, _ expression: QueryExpression?, isDistinct: Bool = false
  ) {
    selection = Selection(.aggregate(function, expression, isDistinct: isDistinct))
  }

  /// Sorts by it, small values first.
  public var ascending: GroupOrder<Root> { GroupOrder(selection, ascending: true) }

  /// Sorts by it, large values first.
  public var descending: GroupOrder<Root> { GroupOrder(selection, ascending: false) }
}

extension PropertyExpression {
  /// The number of objects that have a value.
  public func count() -> GroupValue<Root, Int> { GroupValue(.count, expression) }

  /// The number of different values.
  public func countDistinct() -> GroupValue<Root, Int> { GroupValue(.count, expression, isDistinct: true) }

  /// The smallest value; nil where there is none.
  public func minimum<Wrapped>() -> GroupValue<Root, Value> where Value == Wrapped? {
    GroupValue(.minimum, expression)
  }

  /// The smallest value; nil where there are no objects.
  @_disfavoredOverload
  public func minimum() -> GroupValue<Root, Value?> { GroupValue(.minimum, expression) }

  /// The largest value; nil where there is none.
  public func maximum<Wrapped>() -> GroupValue<Root, Value> where Value == Wrapped? {
    GroupValue(.maximum, expression)
  }

  /// The largest value; nil where there are no objects.
  @_disfavoredOverload
  public func maximum() -> GroupValue<Root, Value?> { GroupValue(.maximum, expression) }
}

extension PropertyExpression where Value: SummableValue {
  /// The sum; 0 where there are no values. Of integers a 64-bit one, which is an error where it overflows; of decimals
  /// exact.
  public func sum() -> GroupValue<Root, Value.Sum> { GroupValue(.sum, expression) }

  /// The mean as a binary number; nil where there are no values.
  public func average() -> GroupValue<Root, Double?> { GroupValue(.average, expression) }
}

/// How groups are sorted: by what is worked out from them, or by what they have in common.
public struct GroupOrder<Root>: Sendable {
  package let selection: Selection
  package let ascending: Bool

  init(_ selection: Selection, ascending: Bool) {
    self.selection = selection
    self.ascending = ascending
  }

  /// Sorts by what the groups have in common.
  ///
  /// - Parameters:
  ///   - expression: one that the groups are made by.
  ///   - ascending: whether small values come first.
  public init(_ expression: some PropertyExpression<Root, some Any>, ascending: Bool = true) {
    self.init(expression.selection, ascending: ascending)
  }
}
