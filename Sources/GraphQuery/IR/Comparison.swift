/// Two expressions and how they are compared.
package struct Comparison: Sendable, Hashable {
  package let left: QueryExpression
  package let comparison: ComparisonOperator
  package let options: StringComparisonOptions
  package let right: QueryExpression
  package let leftPlace: SourcePlace
  package let operatorPlace: SourcePlace
  package let rightPlace: SourcePlace

  package init(
    _ left: QueryExpression, _ comparison: ComparisonOperator, _ right: QueryExpression,
    options: StringComparisonOptions = [], leftPlace: SourcePlace = .none,
    operatorPlace: SourcePlace = .none, rightPlace: SourcePlace = .none
  ) {
    self.left = left
    self.comparison = comparison
    self.options = options.canonical
    self.right = right
    self.leftPlace = leftPlace
    self.operatorPlace = operatorPlace
    self.rightPlace = rightPlace
  }

  func replacing(
    left: QueryExpression? = nil, comparison: ComparisonOperator? = nil, right: QueryExpression? = nil
  ) -> Comparison {
    Comparison(
      left ?? self.left, comparison ?? self.comparison, right ?? self.right, options: options,
      leftPlace: leftPlace, operatorPlace: operatorPlace, rightPlace: rightPlace)
  }
}
