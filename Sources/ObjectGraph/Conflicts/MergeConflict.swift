public import GraphValues

/// An object that a save cannot write as it is, because of what another writer has done.
public struct MergeConflict: Sendable, Hashable {
  /// What has happened.
  public enum Kind: Sendable, Hashable {
    /// Both have changed the object.
    case changed
    /// Another writer has deleted the object, which the context has changed.
    case deletedInStore
    /// Another writer has changed the object, which the context deletes.
    case deletedInContext
    /// Both have deleted the object.
    case deleted
    /// Another stored object has the values of a uniqueness constraint.
    case uniqueness
    /// Another object that the context saves has the values of a uniqueness constraint: no policy resolves that.
    case uniquenessInContext
  }

  /// A property that one of both has changed.
  public struct Property: Sendable, Hashable {
    /// The property's name; of a composite's member `composite.member`.
    public let name: String
    /// The value as the context has read it; nil where there is none: of a new object, and of an external value in a
    /// file.
    public let base: AttributeValue?
    /// The value in the context; nil of a deleted object.
    public let mine: AttributeValue?
    /// The value in the store; nil where the object is not there any more, and of an external value in a file.
    public let theirs: AttributeValue?
    /// Whether both have changed it, to different values.
    public let isConflicting: Bool
  }

  /// What has happened.
  public let kind: Kind
  /// The context's object.
  public let objectID: ObjectID
  /// The other object with the same unique values.
  public let otherObjectID: ObjectID?
  /// The names of the uniqueness constraint's properties.
  public let constraint: [String]
  /// The properties that one of both has changed; of an object that others have deleted those that the context has
  /// changed.
  public let properties: [Property]

  /// The name of the object's entity.
  public var entityName: String { objectID.entityName }

  /// The property of a name, where one of both has changed it.
  public subscript(name: String) -> Property? { properties.first { $0.name == name } }
}

extension MergeConflict: CustomStringConvertible {
  /// What has happened to which object, without values.
  public var description: String {
    let names = properties.filter(\.isConflicting).map(\.name)
    switch kind {
    case .changed:
      return names.isEmpty
        ? "\(objectID) was changed by another writer, in other properties"
        : "\(objectID) was changed by another writer, too: \(names.joined(separator: ", "))"
    case .deletedInStore: return "\(objectID) is changed, and was deleted by another writer"
    case .deletedInContext: return "\(objectID) is to be deleted, and was changed by another writer"
    case .deleted: return "\(objectID) is to be deleted, and another writer has deleted it already"
    case .uniqueness, .uniquenessInContext:
      let other = otherObjectID.map { ", as \($0) has" } ?? ""
      return "\(objectID) has values of \(constraint.joined(separator: ", "))\(other); they have to be unique"
    }
  }
}
