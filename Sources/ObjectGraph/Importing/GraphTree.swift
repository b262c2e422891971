/// A part of an object graph as a value: an object's attributes, and the objects that its relationships lead to as
/// trees of their own.
///
/// Generated code has one for each entity, `Author.Tree`, which JSON is decoded to and which imports take. A
/// relationship that the JSON leaves out is left as it is by an import.
public protocol GraphTree: Codable, Sendable {
  /// The typed entity of the objects that such trees describe.
  associatedtype TreeEntity: Entity

  /// The name of the entity whose objects such trees describe; some describe objects of entities that inherit
  /// from it.
  static var entityName: String { get }

  /// The same without types: what an import reads.
  ///
  /// - Complexity: O(*n*) in the size of the tree.
  var record: GraphRecord { get }
}
