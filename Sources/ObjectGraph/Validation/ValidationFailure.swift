public import GraphValues

/// One rule that a value breaks: of the model, or of an entity's own hooks, which may throw it.
public struct ValidationFailure: Error, Hashable, CustomStringConvertible {
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
    /// A rule of a validation hook is broken.
    case custom
  }

  /// The object.
  public let objectID: ObjectID
  /// The name of the attribute or relationship; empty where it is about the object as a whole.
  public let property: String
  /// The rule.
  public let rule: Rule
  /// What the rule says, without the value.
  public let message: String

  init(objectID: ObjectID, property: String, rule: Rule, message: String) {
    self.objectID = objectID
    self.property = property
    self.rule = rule
    self.message = message
  }

  /// A failure that a validation hook has found.
  ///
  /// - Parameters:
  ///   - entity: the object.
  ///   - property: the name of the property that is wrong; nil where the object as a whole is.
  ///   - message: what is wrong, for a person.
  public init(_ entity: some Entity, property: String? = nil, message: String) {
    self.init(objectID: entity.id, property: property ?? "", rule: .custom, message: message)
  }

  /// `ENTITY/KEY.PROPERTY: MESSAGE`.
  public var description: String {
    property.isEmpty ? "\(objectID): \(message)" : "\(objectID).\(property): \(message)"
  }
}
