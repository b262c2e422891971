/// What types of optionals have in common.
protocol OptionalValue {
  static var wrappedType: any Any.Type { get }
  static var nothing: Self { get }
  var wrappedValue: Any? { get }
}

/// What types of list attributes have in common.
protocol ListValue {}

extension Array: ListValue {}

extension Optional: OptionalValue {
  static var wrappedType: any Any.Type { Wrapped.self }
  static var nothing: Wrapped? { nil }
  var wrappedValue: Any? { self }
}
