import GraphQuery
import GraphValues

/// What a batch update sets a property to.
enum BatchValue: Sendable {
  case constant(AttributeValue)
  /// What is worked out for each object, from its values before the update.
  case expression(QueryExpression)
}
