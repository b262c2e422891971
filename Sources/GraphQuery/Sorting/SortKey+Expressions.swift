extension SortKey {
  /// Sorts by what is worked out from properties.
  ///
  /// ```swift
  /// request.sortKeys = [SortKey(p.likes + p.shares, ascending: false), p.title.ascending]
  /// ```
  ///
  /// - Parameters:
  ///   - expression: the value to sort by.
  ///   - ascending: whether small values come first.
  ///   - options: how strings are compared.
  public init(
    _ expression: some PropertyExpression<some Any, some Any>, ascending: Bool = true,
    options: StringComparisonOptions = []
  ) {
    self.init(expression: expression.expression, ascending: ascending, options: options)
  }

  init(expression: QueryExpression, ascending: Bool, options: StringComparisonOptions) {
    switch expression {
    case .object: self.init("SELF", ascending: ascending, options: options)
    case .keyPath(let path) where path.variable == nil:
      self.init(path.text, ascending: ascending, options: options)
    default:
      self.init(FormatWriter.text(expression), ascending: ascending, options: options)
      self.expression = expression
    }
  }
}

extension ComputedProperty {
  /// Sorts by the value, small ones first.
  public var ascending: SortKey { SortKey(self) }

  /// Sorts by the value, large ones first.
  public var descending: SortKey { SortKey(self, ascending: false) }
}
