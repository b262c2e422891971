public import GraphValues

/// What went wrong in the object graph.
public struct GraphError: Error, Sendable, CustomStringConvertible {
  /// The kind of a graph error; new kinds may be added.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    /// The code's name.
    public let description: String

    /// The model has no entity of that name.
    public static let unknownEntity = Code(description: "unknownEntity")
    /// The entity is abstract: there are no objects of it.
    public static let abstractEntity = Code(description: "abstractEntity")
    /// The entity has no property of that name.
    public static let unknownProperty = Code(description: "unknownProperty")
    /// The value is not of the property's type, or out of its range; a derived sum would be.
    public static let invalidValue = Code(description: "invalidValue")
    /// The typed entity was generated from a model that lays its objects out differently.
    public static let entityMismatch = Code(description: "entityMismatch")
    /// Values break the model's rules; ``GraphError/failures`` has them all.
    public static let validation = Code(description: "validation")
    /// A save was asked for within a save, by a hook.
    public static let savingAlready = Code(description: "savingAlready")
    /// Hooks have changed further objects again and again, without an end.
    public static let endlessHooks = Code(description: "endlessHooks")
    /// A uniqueness constraint would be broken.
    public static let uniqueness = Code(description: "uniqueness")
    /// Another writer changed or deleted an object since it was read.
    public static let conflict = Code(description: "conflict")
    /// The object's row is gone: it was deleted elsewhere.
    public static let objectMissing = Code(description: "objectMissing")
    /// The object is a fault that its context has let go of: it was reset.
    public static let noContext = Code(description: "noContext")
    /// A stored value cannot be held by its attribute's type; another tool wrote it.
    public static let unreadableValue = Code(description: "unreadableValue")
    /// The object belongs to another context or another store.
    public static let foreignObject = Code(description: "foreignObject")
    /// A relationship's delete rule `deny` refuses a deletion; ``GraphError/objectIDs`` has the objects in the
    /// way.
    public static let deletionDenied = Code(description: "deletionDenied")
    /// A reference leads to an object that is not there any more.
    public static let missingObject = Code(description: "missingObject")
    /// The object is of another entity than the relationship leads to, or the typed handle stands for.
    public static let wrongEntity = Code(description: "wrongEntity")
    /// A fetch request's limit, offset or batch size is out of range.
    public static let invalidRequest = Code(description: "invalidRequest")
  }

  /// The kind of error.
  public let code: Code
  /// A sentence for a person, with a suggestion where one is near.
  public let message: String
  /// The entity it is about.
  public let entity: String?
  /// The properties it is about.
  public let properties: [String]
  /// The object it is about.
  public let objectID: ObjectID?
  /// The stored object that stands in the way, for ``Code/uniqueness`` and ``Code/deletionDenied``.
  public let otherObjectID: ObjectID?
  /// All objects that it is about: for ``Code/deletionDenied`` those in the way, or the first of very many.
  public let objectIDs: [ObjectID]
  /// All broken rules, for ``Code/validation``.
  public let failures: [ValidationFailure]
  /// All conflicts of the save, for ``Code/conflict`` and ``Code/uniqueness``.
  public let conflicts: [MergeConflict]
  /// What validation hooks have thrown besides failures and errors of this type; ``failures`` speaks of it as well.
  public let underlyingErrors: [any Error]

  package init(
    _ code: Code, _ message: String, entity: String? = nil, properties: [String] = [],
    objectID: ObjectID? = nil, otherObjectID: ObjectID? = nil, objectIDs: [ObjectID]? = nil,
    failures: [ValidationFailure] = [], conflicts: [MergeConflict] = [], underlyingErrors: [any Error] = []
  ) {
    self.code = code
    self.message = message
    self.entity = entity
    self.properties = properties
    self.objectID = objectID
    self.otherObjectID = otherObjectID
    self.objectIDs = objectIDs ?? [objectID, otherObjectID].compactMap { $0 }
    self.failures = failures
    self.conflicts = conflicts
    self.underlyingErrors = underlyingErrors
  }

  /// Several failures that a validation hook throws at once.
  public static func validation(_ failures: [ValidationFailure]) -> GraphError {
    GraphError(validation: failures, underlyingErrors: [])
  }

  init(validation failures: [ValidationFailure], underlyingErrors: [any Error]) {
    let first = failures.first
    let message: String
    if let first, failures.count == 1 {
      message = "cannot save: \(first)"
    } else {
      message = "cannot save: \(failures.count) rules of the model are broken"
    }
    self.init(
      .validation, message, entity: first?.objectID.entityName,
      properties: first.map { $0.property.isEmpty ? [] : [$0.property] } ?? [], objectID: first?.objectID,
      failures: failures, underlyingErrors: underlyingErrors)
  }

  /// The message, and the broken rules or conflicts a line each; of very many the first 100.
  public var description: String {
    let lines = failures.map(\.description) + (conflicts.count > 1 ? conflicts.map(\.description) : [])
    return ([message] + lines.prefix(100).map { "  \($0)" }).joined(separator: "\n")
  }
}
