/// A type, as source spells it.
package indirect enum TypeSyntax: Sendable, Hashable {
  /// A name: `Int64`.
  case named(String)
  /// A type or module member: `Foundation.Data`.
  case member(TypeSyntax, String)
  /// A generic type with its arguments: `Property<GifModel, Int64>`.
  case generic(TypeSyntax, [TypeSyntax])
  /// An optional type: `String?`.
  case optional(TypeSyntax)
  /// An array type: `[String]`.
  case array(TypeSyntax)
  /// A dictionary type: `[String: Int]`.
  case dictionary(key: TypeSyntax, value: TypeSyntax)
  /// A value of any type that conforms to a protocol: `any Decoder`.
  case existential(TypeSyntax)
  /// What conforms to several protocols: `PredicateArgument & Sendable`.
  case composition([TypeSyntax])
  /// A value of one type that conforms to a protocol: `some PersonProperties`.
  case opaque(TypeSyntax)
  /// The type of a parameter that the function changes: `inout ValuesRow`.
  case `inout`(TypeSyntax)
}
