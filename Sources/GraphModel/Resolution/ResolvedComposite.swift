/// A group of attributes of an entity hierarchy with its members' slots worked out.
package struct ResolvedComposite: Sendable {
  package let description: CompositeDescription
  /// The name; its members' are `<name>.<member>`.
  package let name: String
  /// The name of the entity that declares it.
  package let owner: String
  /// Whether it may be missing: then all its members are null.
  package let isOptional: Bool
  /// The members' slots in the order of the file.
  package let slots: [Int]
}
