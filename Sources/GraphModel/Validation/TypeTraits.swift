import GraphValues

/// Which keys fit which types of attribute.
enum TypeTraits {
  /// Whether `min` and `max` fit.
  static func isOrdered(_ attribute: AttributeDescription) -> Bool {
    if attribute.isArray { return false }
    switch attribute.type {
    case .int16, .int32, .int64, .double, .float, .decimal, .date: return true
    case .bool, .string, .data, .uuid, .url, .codable: return false
    }
  }

  /// Whether `values` fits.
  static func canBeClosed(_ attribute: AttributeDescription) -> Bool {
    if attribute.isArray { return false }
    switch attribute.type {
    case .int16, .int32, .int64, .string: return true
    case .double, .float, .decimal, .date, .bool, .data, .uuid, .url, .codable: return false
    }
  }

  /// Whether `minLength` and `maxLength` fit.
  static func hasLength(_ attribute: AttributeDescription) -> Bool {
    attribute.isArray || attribute.type == .string || attribute.type == .data
  }

  /// Whether `external` fits.
  static func canBeExternal(_ attribute: AttributeDescription) -> Bool {
    !attribute.isArray && [.data, .string, .codable].contains(attribute.type)
  }

  /// What an attribute is, for messages: `an array of int64`.
  static func noun(_ attribute: AttributeDescription) -> String {
    attribute.isArray ? "an array of \(attribute.type)" : "the type \(attribute.type)"
  }
}
