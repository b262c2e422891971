/// A type whose key paths name properties of an entity.
///
/// Generated structs conform; `#Predicate` and `SortDescriptor` over them resolve through it.
public protocol KeyPathResolving {
  /// The name of the property that a key path leads to, or nil where it leads to none.
  ///
  /// The object's own ID (`\.id`) is named `SELF`.
  static func propertyName(for keyPath: AnyKeyPath) -> String?
}
