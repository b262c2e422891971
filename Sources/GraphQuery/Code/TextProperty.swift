/// A type of text properties: a string, or an optional one.
public protocol TextPropertyValue {}

extension String: TextPropertyValue {}
extension Optional: TextPropertyValue where Wrapped == String {}

extension Property where Value: TextPropertyValue {
  /// The property equals a text under the options.
  public func equals(_ text: String, _ options: StringComparisonOptions) -> QueryPredicate {
    compared(.equal, text.predicateOperand, options)
  }

  /// The property contains a text; every text contains the empty one.
  public func contains(_ text: String, _ options: StringComparisonOptions = []) -> QueryPredicate {
    compared(.contains, text.predicateOperand, options)
  }

  /// The property begins with a text.
  public func hasPrefix(_ text: String, _ options: StringComparisonOptions = []) -> QueryPredicate {
    compared(.beginsWith, text.predicateOperand, options)
  }

  /// The property ends with a text.
  public func hasSuffix(_ text: String, _ options: StringComparisonOptions = []) -> QueryPredicate {
    compared(.endsWith, text.predicateOperand, options)
  }

  /// The whole of the property matches a pattern, in which `*` is any run of characters, `?` any one and `\`
  /// takes the next as it is.
  public func like(_ pattern: String, _ options: StringComparisonOptions = []) -> QueryPredicate {
    compared(.like, pattern.predicateOperand, options)
  }

  /// The whole of the property matches a regular expression.
  public func matches(_ pattern: String, _ options: StringComparisonOptions = []) -> QueryPredicate {
    compared(.matches, pattern.predicateOperand, options)
  }

  /// Sorts by the property, small texts first, compared by the options.
  public func ascending(_ options: StringComparisonOptions) -> SortKey {
    SortKey(name, options: options)
  }

  /// Sorts by the property, large texts first, compared by the options.
  public func descending(_ options: StringComparisonOptions) -> SortKey {
    SortKey(name, ascending: false, options: options)
  }
}
