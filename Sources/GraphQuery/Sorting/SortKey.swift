/// What a fetch sorts by: a property or what is worked out from properties, a direction and, for strings, how they are
/// compared.
///
/// nil is smaller than every value. Strings are ordered by their UTF-8 bytes unless options say otherwise.
public struct SortKey: Sendable, Hashable {
  /// The key path of the property; the text of an expression.
  public var keyPath: String {
    didSet { expression = nil }
  }
  /// Whether small values come first.
  public var ascending: Bool
  /// How strings are compared.
  public var options: StringComparisonOptions
  /// What is sorted by; nil for the property that ``keyPath`` names.
  package var expression: QueryExpression?

  /// Sorts by a property.
  ///
  /// - Parameters:
  ///   - keyPath: the property's name.
  ///   - ascending: whether small values come first.
  ///   - options: how strings are compared.
  public init(_ keyPath: String, ascending: Bool = true, options: StringComparisonOptions = []) {
    self.keyPath = keyPath
    self.ascending = ascending
    self.options = options
  }
}
