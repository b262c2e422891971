public import GraphValues

/// The value a new object's attribute begins with.
public enum AttributeDefault: Sendable, Hashable {
  /// A fixed value.
  case value(AttributeValue)
  /// The moment of insertion, for dates: `"now"` in a model file.
  case now
  /// A fresh random identifier, for UUIDs: `"new"` in a model file.
  case newUUID
}
