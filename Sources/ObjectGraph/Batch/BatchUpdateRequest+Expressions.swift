public import GraphQuery
import GraphValues

/// Values that are worked out for each object.
extension BatchUpdateRequest {
  /// Sets a property to what is worked out for each object, from its values before the update.
  ///
  /// ```swift
  /// request.set(p.commentsno, to: p.commentsno + 1)
  /// ```
  ///
  /// - Complexity: where the model has rules for the property, or the kinds of numbers differ, the values are worked out
  ///   and checked before they are written: O(n) memory, some 40 bytes an object.
  public mutating func set<Value>(
    _ property: Property<Result, Value>, to value: some PropertyExpression<Result, Value>
  ) {
    set(property.name, to: BatchValue.expression(value.expression))
  }

  /// Sets a property that may have no value to what is worked out for each object.
  public mutating func set<Value>(
    _ property: Property<Result, Value?>, to value: some PropertyExpression<Result, Value>
  ) {
    set(property.name, to: BatchValue.expression(value.expression))
  }

  /// Sets a property to what is worked out for each object, by its name.
  ///
  /// What does not fit the model is reported when the request is executed.
  public mutating func set<Value>(
    _ name: String, toExpression value: some PropertyExpression<Result, Value>
  ) {
    set(name, to: BatchValue.expression(value.expression))
  }
}
