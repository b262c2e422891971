/// A type of text properties: a string, or an optional one.
public protocol TextPropertyValue {}

extension String: TextPropertyValue {}
extension Optional: TextPropertyValue where Wrapped == String {}

extension PropertyExpression where Value: TextPropertyValue {
  /// The text equals a text under the options.
  public func equals(_ text: String, _ options: StringComparisonOptions) -> QueryPredicate {
    compared(.equal, text.predicateOperand, options)
  }

  /// The text contains a text; every text contains the empty one.
  public func contains(_ text: String, _ options: StringComparisonOptions = []) -> QueryPredicate {
    compared(.contains, text.predicateOperand, options)
  }

  /// The text begins with a text.
  public func hasPrefix(_ text: String, _ options: StringComparisonOptions = []) -> QueryPredicate {
    compared(.beginsWith, text.predicateOperand, options)
  }

  /// The text ends with a text.
  public func hasSuffix(_ text: String, _ options: StringComparisonOptions = []) -> QueryPredicate {
    compared(.endsWith, text.predicateOperand, options)
  }

  /// The whole of the text matches a pattern, in which `*` is any run of characters, `?` any one and `\`
  /// takes the next as it is.
  public func like(_ pattern: String, _ options: StringComparisonOptions = []) -> QueryPredicate {
    compared(.like, pattern.predicateOperand, options)
  }

  /// The whole of the text matches a regular expression.
  public func matches(_ pattern: String, _ options: StringComparisonOptions = []) -> QueryPredicate {
    compared(.matches, pattern.predicateOperand, options)
  }

  /// The text in small letters, whatever the language.
  public var lowercased: ComputedProperty<Root, Value> { calling(.lowercase) }

  /// The text in capitals, whatever the language.
  public var uppercased: ComputedProperty<Root, Value> { calling(.uppercase) }

  /// The number of characters, as Swift counts them.
  public var length: ComputedProperty<Root, Int?> { calling(.characterCount) }

  /// The text with another one after it.
  public static func + (lhs: Self, text: String) -> ComputedProperty<Root, Value> {
    lhs.calling(.add, text.predicateOperand)
  }

  /// The text with another one before it.
  public static func + (text: String, rhs: Self) -> ComputedProperty<Root, Value> {
    ComputedProperty(.calling(.add, [text.predicateOperand.expression, rhs.expression]))
  }

  /// Both texts, one after the other.
  public static func + <Other: PropertyExpression<Root, Value>>(
    lhs: Self, rhs: Other
  ) -> ComputedProperty<Root, Value> {
    lhs.calling(.add, rhs.operand)
  }
}

extension Property where Value: TextPropertyValue {
  /// Sorts by the property, small texts first, compared by the options.
  public func ascending(_ options: StringComparisonOptions) -> SortKey {
    SortKey(name, options: options)
  }

  /// Sorts by the property, large texts first, compared by the options.
  public func descending(_ options: StringComparisonOptions) -> SortKey {
    SortKey(name, ascending: false, options: options)
  }
}
