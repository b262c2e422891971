/// A relationship of an entity to another one.
public struct RelationshipDescription: Sendable, Hashable {
  /// The relationship's name: the generated property's and, for a to-one, the column's.
  public package(set) var name: String
  /// The name of the entity it leads to.
  public package(set) var destination: String
  /// Whether it leads to many objects.
  public package(set) var isToMany: Bool
  /// Whether the many keep an order.
  public package(set) var isOrdered: Bool
  /// Whether a to-one may be missing, or a to-many empty.
  public package(set) var isOptional: Bool
  /// The name of the relationship that leads back.
  public package(set) var inverse: String?
  /// What happens at the other end when an object is deleted.
  public package(set) var deleteRule: DeleteRule
  /// The fewest objects a to-many leads to.
  public package(set) var minimumCount: Int?
  /// The most objects a to-many leads to.
  public package(set) var maximumCount: Int?
  /// The application's own notes.
  public package(set) var userInfo: [String: String]
  /// The relationship's name in the version before this one.
  public package(set) var renamedFrom: String?
  /// A sentence about the relationship; generated code repeats it.
  public package(set) var documentation: String?

  package init(
    name: String, destination: String, isToMany: Bool = false, isOrdered: Bool = false,
    isOptional: Bool = false, inverse: String? = nil, deleteRule: DeleteRule = .nullify,
    minimumCount: Int? = nil, maximumCount: Int? = nil, userInfo: [String: String] = [:],
    renamedFrom: String? = nil, documentation: String? = nil
  ) {
    self.name = name
    self.destination = destination
    self.isToMany = isToMany
    self.isOrdered = isOrdered
    self.isOptional = isOptional
    self.inverse = inverse
    self.deleteRule = deleteRule
    self.minimumCount = minimumCount
    self.maximumCount = maximumCount
    self.userInfo = userInfo
    self.renamedFrom = renamedFrom
    self.documentation = documentation
  }
}
