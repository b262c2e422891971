package import GraphValues

/// A variable of a fetch request template, and what it is compared with, which decides of what type its values are.
package struct TemplateVariable: Sendable, Hashable {
  /// What the values of a variable are.
  package enum Kind: Sendable, Hashable {
    /// As those of a property, which has the name where it belongs to a composite as well: `address.street`.
    case property(entity: String, name: String, AttributeType)
    /// Objects of an entity.
    case object(entity: String)
    /// As an attribute of the type would have them.
    case value(AttributeType)
    /// What they are compared with does not tell.
    case unknown
  }

  package let name: String
  package let kind: Kind
  /// Whether it stands for a list of such values.
  package let isList: Bool
  /// Whether nil is a value that something may equal.
  package let isOptional: Bool
}
