/// What the name of a function in format text means.
enum FormatFunction {
  case value(ValueFunction)
  /// The argument as it is.
  case same
  /// A cast to a type that the second argument names.
  case cast
  /// Over a list of constants or the members of a collection.
  case collection(CollectionAggregate.Function)
  /// Over a list of constants alone.
  case list(ListFunction)
  case refused(String)

  /// - Parameter name: with or without the colon at its end, in either case.
  init?(_ name: String) {
    guard let function = Self.table[Self.key(name)] else { return nil }
    self = function
  }

  static func key(_ name: String) -> String {
    let text = name.hasSuffix(":") ? name.dropLast() : name[...]
    return text.utf8.count > 60 ? "" : text.lowercased()
  }

  static var names: some Sequence<String> { table.keys }

  private static let table: [String: FormatFunction] = [
    "add:to": .value(.add), "from:subtract": .value(.subtract), "multiply:by": .value(.multiply),
    "divide:by": .value(.divide), "modulus:by": .value(.remainder), "mod": .value(.remainder),
    "raise:topower": .value(.power), "pow": .value(.power), "chs": .value(.negate),
    "abs": .value(.absolute), "sqrt": .value(.squareRoot), "floor": .value(.floor),
    "ceiling": .value(.ceiling), "ceil": .value(.ceiling), "trunc": .value(.truncate),
    "exp": .value(.exponential), "ln": .value(.logarithm), "log": .value(.decimalLogarithm),
    "bitwiseand:with": .value(.bitAnd), "bitwiseor:with": .value(.bitOr),
    "bitwisexor:with": .value(.bitXor), "leftshift:by": .value(.shiftLeft),
    "rightshift:by": .value(.shiftRight), "onescomplement": .value(.bitNot),
    "lowercase": .value(.lowercase), "uppercase": .value(.uppercase), "length": .value(.length),
    "charactercount": .value(.characterCount), "canonical": .value(.canonical),
    "coalesce": .value(.coalesce), "now": .value(.now), "noindex": .same, "castobject:totype": .cast,
    "count": .collection(.count), "sum": .collection(.sum), "average": .collection(.average),
    "avg": .collection(.average), "min": .collection(.minimum), "max": .collection(.maximum),
    "median": .list(.median), "mode": .list(.mode), "stddev": .list(.standardDeviation),
    "random": .refused("another value at each look has no meaning in a store"),
    "randomn": .refused("another value at each look has no meaning in a store"),
    "distancetolocation:fromlocation": .refused("a store knows no locations"),
    "valueforkey": .refused("name the property itself"), "valueforkeypath": .refused("write the path itself"),
  ]
}
