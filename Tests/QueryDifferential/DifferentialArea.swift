package import GraphstoreTestSupport

/// What random queries are made of.
package enum DifferentialArea: String, Sendable, CaseIterable {
  /// Conditions on the attributes of rows.
  case predicates
  /// Values worked out of attributes.
  case expressions
  /// Comparisons of such values.
  case comparisons
  /// Orders of rows.
  case sorts
  /// Conditions through relationships.
  case relationships
  /// Orders through relationships.
  case relationshipSorts
  /// The constructs of `#Predicate`, whose answers Foundation has too.
  case constructs

  /// Makes random queries and compares what memory and SQL answer.
  ///
  /// - Parameters:
  ///   - checks: how many queries are made.
  ///   - random: where they come from; its seed repeats the run.
  package func run(checks: Int, _ random: SeededGenerator) throws -> DifferentialReport {
    switch self {
    case .predicates: try RowDifferential(random).predicates(checks)
    case .expressions: try RowDifferential(random).expressions(checks)
    case .comparisons: try RowDifferential(random).comparisons(checks)
    case .sorts: try RowDifferential(random).sorts(checks)
    case .relationships: try GraphDifferential(random).predicates(checks)
    case .relationshipSorts: try GraphDifferential(random).sorts(checks)
    case .constructs: try FoundationDifferential(random).predicates(checks)
    }
  }
}
