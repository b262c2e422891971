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
        TextOrder.result(try root.evaluate(bindings), try other.evaluate(bindings), .caseInsensitive)
      }
    }

    /// The expression of `localizedCompare` in `#Predicate`: canonically equivalent strings are the same; no
    /// language's order comes into it.
    public struct LocalizedCompare<Root, Other>: StandardPredicateExpression
    where
      Root: StandardPredicateExpression, Other: StandardPredicateExpression, Root.Output: StringProtocol,
      Other.Output: StringProtocol
    {
      let root: Root
      let other: Other

      /// Evaluates the expression, by the rules of `[n]`.
      public func evaluate(_ bindings: PredicateBindings) throws -> ComparisonResult {
        TextOrder.result(try root.evaluate(bindings), try other.evaluate(bindings), .normalized)
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

    /// Builds the expression of `localizedCompare`.
    public static func build_localizedCompare<Root, Other>(
      _ root: Root, _ other: Other
    ) -> LocalizedCompare<Root, Other> {
      LocalizedCompare(root: root, other: other)
    }
  }

  /// How strings compare under options.
  private enum TextOrder {
    static func result(
      _ left: some StringProtocol, _ right: some StringProtocol, _ options: StringComparisonOptions
    ) -> ComparisonResult {
      let order = ValueOrder.compare(
        TextFolding.fold(String(left), options), TextFolding.fold(String(right), options))
      return order < 0 ? .orderedAscending : order == 0 ? .orderedSame : .orderedDescending
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

  extension PredicateExpressions.LocalizedCompare: LowerableExpression {
    func lowered(_ lowering: inout PredicateLowering) throws(QueryError) -> LoweredExpression {
      .order(try lowering.operand(root), try lowering.operand(other), .normalized)
    }
  }
#endif
