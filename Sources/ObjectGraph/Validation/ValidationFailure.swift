public import GraphValues

/// One rule of the model that a value breaks.
public struct ValidationFailure: Sendable, Hashable, CustomStringConvertible {
  /// The rule that is broken.
  public enum Rule: String, Sendable, Hashable {
    /// A value is required.
    case required
    /// The value is not of the attribute's type, or is NaN.
    case type
    /// The value is below the smallest one allowed.
    case minimum
    /// The value is above the largest one allowed.
    case maximum
    /// The text, data or array is too short.
    case minimumLength
    /// The text, data or array is too long.
    case maximumLength
    /// The text does not match the pattern.
    case pattern
    /// The value is not one of the closed set.
    case values
    /// A to-many relationship leads to too few objects.
    case minimumCount
    /// A to-many relationship leads to too many objects.
    case maximumCount
  }

  /// The object.
  public let objectID: ObjectID
  /// The name of the attribute or relationship.
  public let property: String
  /// The rule.
  public let rule: Rule
  /// What the rule says, without the value.
  public let message: String

  /// `ENTITY/KEY.PROPERTY: MESSAGE`.
  public var description: String { "\(objectID).\(property): \(message)" }
}
