/// A type whose key paths name properties of an entity.
///
/// Generated structs conform; `#Predicate` and `SortDescriptor` over them resolve through it.
public protocol KeyPathResolving {
  /// The name of the property that a key path leads to, or nil where it leads to none.
  ///
  /// The object's own ID (`\.id`) is named `SELF`.
  static func propertyName(for keyPath: AnyKeyPath) -> String?

  /// The names of the type's entity and of those that inherit from it, its own first; none where it is no entity.
  ///
  /// Casts in `#Predicate` ask for them.
  static var kindNames: [String] { get }
}

extension KeyPathResolving {
  /// None.
  public static var kindNames: [String] { [] }
}
