public import Foundation

extension QueryPredicate {
  /// Takes over a predicate made with Foundation's `#Predicate`.
  ///
  /// ```swift
  /// let limit: Int64 = 10
  /// try QueryPredicate(#Predicate<GifModel> { $0.newsid > limit && $0.text?.contains("cat") ?? false })
  /// ```
  ///
  /// Strings are compared by their UTF-8 bytes, not by canonical equivalence as Swift's `==` does.
  /// - Throws: ``QueryError`` that names the expression, where one is not supported.
  /// - Complexity: O(size of the expression).
  public init<Root: KeyPathResolving>(_ predicate: Foundation.Predicate<Root>) throws(QueryError) {
    var lowering = PredicateLowering()
    lowering.bind(predicate.variable.key, to: .operand(.object))
    let node = try lowering.predicate(predicate.expression)
    self.init(node, depth: node.depth)
  }
}

extension QueryExpression {
  /// Takes over an expression made with Foundation's `#Expression`.
  ///
  /// - Throws: ``QueryError`` that names the piece that is no single value, or is not supported.
  /// - Complexity: O(size of the expression).
  package init<Root: KeyPathResolving, Output>(
    _ expression: Foundation.Expression<Root, Output>
  ) throws(QueryError) {
    var lowering = PredicateLowering()
    lowering.bind(expression.variable.key, to: .operand(.object))
    self = try lowering.operand(expression.expression)
    if depth > QueryPredicate.depthLimit {
      throw QueryError(.tooComplex, "the expression is more than \(QueryPredicate.depthLimit) levels deep")
    }
  }
}
