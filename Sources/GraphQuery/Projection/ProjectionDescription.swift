/// What rows of values a request wants, by names.
package struct ProjectionDescription: Sendable {
  /// The columns; none for all attributes.
  package var columns: [Selection] = []
  package var groups: [Selection] = []
  package var isDistinct = false
  /// A condition on groups, or on rows, which names their columns.
  package var having: QueryPredicate?
  /// What the condition names besides the columns.
  package var havingTerms: [Selection] = []
  /// The order of groups, before that of the request's sort keys.
  package var order: [(selection: Selection, ascending: Bool)] = []

  package init() {}

  /// Whether a row is made of a group of objects.
  package var isGrouped: Bool {
    !groups.isEmpty || having != nil || !order.isEmpty || columns.contains(where: \.isAggregate)
  }
}
