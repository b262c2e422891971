/// A type whose key paths name properties of an entity.
///
/// Generated structs conform; `#Predicate` and `SortDescriptor` over them resolve through it.
public protocol KeyPathResolving {
  /// The name of the property that a key path leads to, or nil where it leads to none.
  ///
  /// The object's own ID (`\.id`) is named `SELF`. The names on the way through other objects have points between
  /// them: `author.name` for `\.author?.name`.
  static func propertyName(for keyPath: AnyKeyPath) -> String?

  /// The properties as steps of longer key paths; none where the type is no entity.
  static var keyPathSteps: [KeyPathStep] { get }

  /// The names of the type's entity and of those that inherit from it, its own first; none where it is no entity.
  ///
  /// Casts in `#Predicate` ask for them.
  static var kindNames: [String] { get }
}

extension KeyPathResolving {
  /// None.
  public static var keyPathSteps: [KeyPathStep] { [] }

  /// None.
  public static var kindNames: [String] { [] }

  /// The names of the properties that a key path leads through, to-ones optional or not, or nil where it leads to
  /// none.
  ///
  /// - Complexity: O(1) for a key path that was found before, else O(properties within reach).
  public static func propertyName(through keyPath: AnyKeyPath) -> String? {
    KeyPathSearch.name(of: keyPath, from: Self.self)
  }
}
