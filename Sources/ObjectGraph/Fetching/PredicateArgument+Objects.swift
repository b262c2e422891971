public import GraphQuery
import GraphValues

extension Entity {
  /// The object's ID: predicates compare objects by their identity.
  public var predicateOperand: PredicateOperand { PredicateOperand(.reference(object.id)) }
}

extension ManagedObject: PredicateArgument {
  /// The object's ID: predicates compare objects by their identity.
  public var predicateOperand: PredicateOperand { PredicateOperand(.reference(id)) }
}

extension ToMany: ToManyPropertyValue {
  /// The count, whether there are no members, or the member at an end.
  public static func collectionProperty(for keyPath: AnyKeyPath) -> CollectionProperty? {
    switch keyPath {
    case \ToMany<Element>.count: .count
    case \ToMany<Element>.isEmpty: .isEmpty
    case \ToMany<Element>.first: .first
    case \ToMany<Element>.last: .last
    default: nil
    }
  }
}
