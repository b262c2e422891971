/// A number or a value that is worked out from the members of a to-many relationship: `posts.@sum.likes`, or of
/// those that meet a condition: `SUBQUERY(posts, $p, $p.likes > 3).@count`.
package struct CollectionAggregate: Sendable, Hashable {
  /// What is worked out.
  package enum Function: String, Sendable, Hashable, CaseIterable {
    case count
    case sum
    case average = "avg"
    case minimum = "min"
    case maximum = "max"
    /// The number of different values.
    case distinctCount
    /// The sum of different values.
    case distinctSum
    /// The mean of different values.
    case distinctAverage
  }

  /// Which members count.
  package struct Filter: Sendable, Hashable {
    /// The name of the member in the condition.
    package let variable: String
    package let node: PredicateNode

    package init(variable: String, node: PredicateNode) {
      self.variable = variable
      self.node = node
    }
  }

  package let function: Function
  /// The path to the members.
  package let collection: PropertyPath
  package let filter: Filter?
  /// The path from a member to the value; nil where the collection's path leads to the values itself, and for the
  /// number of members.
  package let value: PropertyPath?

  package init(
    _ function: Function, of collection: PropertyPath, where filter: Filter? = nil,
    value: PropertyPath? = nil
  ) {
    self.function = function
    self.collection = collection
    self.filter = filter
    self.value = value
  }
}

extension CollectionAggregate.Function {
  /// The function of a name after an at sign.
  init?(spelling name: String) {
    self.init(rawValue: name)
    if isDistinct { return nil }
  }

  /// The same of different values only.
  var distinct: Self {
    switch self {
    case .count: .distinctCount
    case .sum: .distinctSum
    case .average: .distinctAverage
    default: self
    }
  }

  /// The same of all values.
  package var plain: Self {
    switch self {
    case .distinctCount: .count
    case .distinctSum: .sum
    case .distinctAverage: .average
    default: self
    }
  }

  package var isDistinct: Bool { plain != self }
}

/// How many members of a collection a comparison has to hold for.
package enum Quantifier: String, Sendable, Hashable {
  case any = "ANY"
  case all = "ALL"
  case none = "NONE"
}
