/// A type of properties that lead to many objects: a collection of entities.
///
/// Its `count`, `isEmpty`, `first` and `last` are understood in `#Predicate`.
public protocol ToManyPropertyValue<Element>: Sequence {
  /// What a key path of the collection asks for, or nil.
  static func collectionProperty(for keyPath: AnyKeyPath) -> CollectionProperty?
}

/// What `#Predicate` can ask a collection.
public enum CollectionProperty: Sendable, Hashable {
  /// The number of members.
  case count
  /// Whether there are none.
  case isEmpty
  /// The first member, of an ordered collection.
  case first
  /// The last member, of an ordered collection.
  case last
}
