/// Two expressions and how they are compared.
package struct Comparison: Sendable, Hashable {
  package let left: QueryExpression
  package let comparison: ComparisonOperator
  package let options: StringComparisonOptions
  package let right: QueryExpression
  /// For how many members of the left side's collection the comparison has to hold; nil where it is no collection.
  package let quantifier: Quantifier?
  package let leftPlace: SourcePlace
  package let operatorPlace: SourcePlace
  package let rightPlace: SourcePlace

  package init(
    _ left: QueryExpression, _ comparison: ComparisonOperator, _ right: QueryExpression,
    options: StringComparisonOptions = [], quantifier: Quantifier? = nil, leftPlace: SourcePlace = .none,
    operatorPlace: SourcePlace = .none, rightPlace: SourcePlace = .none
  ) {
    self.left = left
    self.comparison = comparison
    self.options = options.canonical.subtracting(.numeric)
    self.right = right
    self.quantifier = quantifier
    self.leftPlace = leftPlace
    self.operatorPlace = operatorPlace
    self.rightPlace = rightPlace
  }

  func replacing(
    left: QueryExpression? = nil, comparison: ComparisonOperator? = nil, right: QueryExpression? = nil
  ) -> Comparison {
    Comparison(
      left ?? self.left, comparison ?? self.comparison, right ?? self.right, options: options,
      quantifier: quantifier, leftPlace: leftPlace, operatorPlace: operatorPlace, rightPlace: rightPlace)
  }

  /// How deep the conditions in its sides are; 0 where there are none.
  var expressionDepth: Int { max(left.depth, right.depth) }
}
