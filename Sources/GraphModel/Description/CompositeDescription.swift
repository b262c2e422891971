/// A group of attributes that belong together, such as the parts of an address: a Swift struct in generated
/// code, a column a member in the store.
public struct CompositeDescription: Sendable, Hashable {
  /// The name: the generated property's. Members are named `<name>.<member>` in predicates and columns.
  public package(set) var name: String
  /// The members in the order of the file.
  public package(set) var attributes: [AttributeDescription]
  /// Whether the whole may be missing: then all its members are null.
  public package(set) var isOptional: Bool
  /// The application's own notes.
  public package(set) var userInfo: [String: String]
  /// The composite's name in the version before this one.
  public package(set) var renamedFrom: String?
  /// A sentence about the composite; generated code repeats it.
  public package(set) var documentation: String?
  /// How many of the entity's own attributes stand before it in the file.
  package var position: Int

  package init(
    name: String, attributes: [AttributeDescription], isOptional: Bool = false,
    userInfo: [String: String] = [:], renamedFrom: String? = nil, documentation: String? = nil,
    position: Int = 0
  ) {
    self.name = name
    self.attributes = attributes
    self.isOptional = isOptional
    self.userInfo = userInfo
    self.renamedFrom = renamedFrom
    self.documentation = documentation
    self.position = position
  }

  /// The member of a name, or nil.
  public func attribute(named name: String) -> AttributeDescription? {
    attributes.first { $0.name == name }
  }
}
