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
  /// The path from a member to the value; nil for the count.
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

/// How many members of a collection a comparison has to hold for.
package enum Quantifier: String, Sendable, Hashable {
  case any = "ANY"
  case all = "ALL"
  case none = "NONE"
}
