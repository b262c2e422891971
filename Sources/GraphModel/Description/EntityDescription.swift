/// An entity of a model: a kind of object.
public struct EntityDescription: Sendable, Hashable {
  /// The entity's name: the generated struct's and the table's.
  public package(set) var name: String
  /// The name of the entity it inherits from.
  public package(set) var parent: String?
  /// Whether there are no objects of this entity itself, only of entities that inherit from it.
  public package(set) var isAbstract: Bool
  /// Its own attributes, without inherited ones, in the order of the file.
  public package(set) var attributes: [AttributeDescription]
  /// Its own composites, without inherited ones, in the order of the file.
  public package(set) var composites: [CompositeDescription]
  /// Its own relationships, without inherited ones, in the order of the file.
  public package(set) var relationships: [RelationshipDescription]
  /// The uniqueness constraints: groups of property names whose values together occur once.
  public package(set) var uniquenessConstraints: [[String]]
  /// The indexes that the model asks for.
  public package(set) var indexes: [IndexDescription]
  /// The full-text index of its own and inherited attributes; nil where it declares none itself.
  public package(set) var fullText: FullTextDescription?
  /// The spatial indexes that it declares itself.
  public package(set) var spatialIndexes: [SpatialDescription]
  /// Fetch requests kept with the model: names and their predicate format text.
  public package(set) var fetchRequests: [FetchRequestTemplate]
  /// The application's own notes.
  public package(set) var userInfo: [String: String]
  /// The entity's name in the version before this one.
  public package(set) var renamedFrom: String?
  /// A sentence about the entity; generated code repeats it.
  public package(set) var documentation: String?

  package init(
    name: String, parent: String? = nil, isAbstract: Bool = false, attributes: [AttributeDescription] = [],
    composites: [CompositeDescription] = [], relationships: [RelationshipDescription] = [],
    uniquenessConstraints: [[String]] = [],
    indexes: [IndexDescription] = [], fullText: FullTextDescription? = nil,
    spatialIndexes: [SpatialDescription] = [], fetchRequests: [FetchRequestTemplate] = [],
    userInfo: [String: String] = [:], renamedFrom: String? = nil, documentation: String? = nil
  ) {
    self.name = name
    self.parent = parent
    self.isAbstract = isAbstract
    self.attributes = attributes
    self.composites = composites
    self.relationships = relationships
    self.uniquenessConstraints = uniquenessConstraints
    self.indexes = indexes
    self.fullText = fullText
    self.spatialIndexes = spatialIndexes
    self.fetchRequests = fetchRequests
    self.userInfo = userInfo
    self.renamedFrom = renamedFrom
    self.documentation = documentation
  }

  /// The entity's own attribute of a name, or nil.
  public func attribute(named name: String) -> AttributeDescription? {
    attributes.first { $0.name == name }
  }
}
