/// A property as a step of longer key paths, as generated code lists them: `\.author?.name` is found as the step
/// `author` and, from an optional author on, the step `name`.
public struct KeyPathStep {
  /// The property's name, `SELF` for the object's ID.
  let name: String
  let keyPath: AnyKeyPath
  /// The same from an optional object.
  let optionalKeyPath: AnyKeyPath

  /// A property, as seen from an object and from an optional one.
  public init<Root, Value, OptionalValue>(
    _ name: String, _ keyPath: KeyPath<Root, Value>, _ optionalKeyPath: KeyPath<Root?, OptionalValue>
  ) {
    self.name = name
    self.keyPath = keyPath
    self.optionalKeyPath = optionalKeyPath
  }

  /// What a place on the way is reached by.
  func keyPath(fromOptional isOptional: Bool) -> AnyKeyPath { isOptional ? optionalKeyPath : keyPath }
}
