public import Foundation

#if !canImport(Darwin)
  // What Foundation has on other platforms and lacks here; `#Predicate` finds these by their names.

  extension PredicateExpressions {
    /// The expression of `localizedStandardContains` in `#Predicate`: whether a string contains another, without
    /// regard to case and diacritics.
    public struct LocalizedStandardContains<Root, Other>: StandardPredicateExpression
    where
      Root: StandardPredicateExpression, Other: StandardPredicateExpression, Root.Output: StringProtocol,
      Other.Output: StringProtocol
    {
      let root: Root
      let other: Other

      /// Evaluates the expression, by the rules of `CONTAINS[cd]`.
      public func evaluate(_ bindings: PredicateBindings) throws -> Bool {
        try TextMatching.holds(
          .contains, [.caseInsensitive, .diacriticInsensitive], String(try root.evaluate(bindings)),
          String(try other.evaluate(bindings)))
      }
    }

    /// The expression of `caseInsensitiveCompare` in `#Predicate`.
    public struct CaseInsensitiveCompare<Root, Other>: StandardPredicateExpression
    where
      Root: StandardPredicateExpression, Other: StandardPredicateExpression, Root.Output: StringProtocol,
      Other.Output: StringProtocol
    {
      let root: Root
      let other: Other

      /// Evaluates the expression, by the rules of `[c]`.
      public func evaluate(_ bindings: PredicateBindings) throws -> ComparisonResult {
        let left = TextFolding.fold(String(try root.evaluate(bindings)), .caseInsensitive)
        let right = TextFolding.fold(String(try other.evaluate(bindings)), .caseInsensitive)
        let order = ValueOrder.compare(left, right)
        return order < 0 ? .orderedAscending : order == 0 ? .orderedSame : .orderedDescending
      }
    }

    /// Builds the expression of `localizedStandardContains`.
    public static func build_localizedStandardContains<Root, Other>(
      _ root: Root, _ other: Other
    ) -> LocalizedStandardContains<Root, Other> {
      LocalizedStandardContains(root: root, other: other)
    }

    /// Builds the expression of `caseInsensitiveCompare`.
    public static func build_caseInsensitiveCompare<Root, Other>(
      _ root: Root, _ other: Other
    ) -> CaseInsensitiveCompare<Root, Other> {
      CaseInsensitiveCompare(root: root, other: other)
    }
  }

  extension PredicateExpressions.LocalizedStandardContains: LowerableExpression {
    func lowered(_ lowering: inout PredicateLowering) throws(QueryError) -> LoweredExpression {
      try lowering.comparison(root, .contains, other, [.caseInsensitive, .diacriticInsensitive])
    }
  }

  extension PredicateExpressions.CaseInsensitiveCompare: LowerableExpression {
    func lowered(_ lowering: inout PredicateLowering) throws(QueryError) -> LoweredExpression {
      .order(try lowering.operand(root), try lowering.operand(other), .caseInsensitive)
    }
  }
#endif
