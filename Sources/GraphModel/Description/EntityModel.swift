/// A model: the entities of an object graph, their attributes and relationships.
///
/// Models come from JSON files (`EntityModel(contentsOf:)`) or from generated code, which embeds the text of
/// the files it was made from. A model is a value; it has been checked when you hold it.
public struct EntityModel: Sendable, Hashable {
  /// The model's name; generated code calls its schema by it (`Gif` gives `GifSchema`).
  public let name: String
  /// The version text of the model file, for people; the ``fingerprint`` is what tells models apart.
  public let version: String?
  /// The entities in the order of the file.
  public let entities: [EntityDescription]
  /// A hash over everything that decides how objects are stored: 64 hexadecimal digits.
  public let fingerprint: String

  /// The entity of a name, or nil; complexity O(n).
  public func entity(named name: String) -> EntityDescription? {
    entities.first { $0.name == name }
  }

  package init(name: String, version: String?, entities: [EntityDescription], fingerprint: String) {
    self.name = name
    self.version = version
    self.entities = entities
    self.fingerprint = fingerprint
  }
}
