/// A function of values, of which each argument is an expression.
///
/// Where an argument is nil the result is nil, but for ``coalesce``.
package enum ValueFunction: String, Sendable, Hashable, CaseIterable {
  // MARK: Arithmetic

  /// The sum of two numbers or more, a moment so many seconds later, or texts one after the other.
  case add
  /// The difference of two numbers, a moment so many seconds earlier, or the seconds between two moments.
  case subtract
  case multiply
  /// The quotient; of two integers without its fraction, as Swift has it.
  case divide
  /// What is left by the quotient without its fraction, with the sign of the first, as Swift has it.
  case remainder
  case negate
  case power
  case absolute
  case squareRoot
  case floor
  case ceiling
  case truncate
  case exponential
  /// The natural logarithm.
  case logarithm
  /// The logarithm to base 10.
  case decimalLogarithm

  // MARK: Bits

  case bitAnd
  case bitOr
  case bitXor
  case bitNot
  case shiftLeft
  case shiftRight

  // MARK: Texts

  case lowercase
  case uppercase
  /// How many UTF-16 units a text has, as `NSString.length` counts them.
  case length
  /// How many characters a text has, as Swift counts them.
  case characterCount
  /// The text in the form in which texts are compared without regard to case and diacritics.
  case canonical

  // MARK: Others

  /// The moment at which a request is run, one for the whole of it.
  case now
  /// The first of two values that is not nil.
  case coalesce
  /// The number without its fraction, or the one that a text spells; nil for other texts.
  case toInteger
  /// The number, the one that a text spells, or a moment's seconds since the reference date; nil for other texts.
  case toDouble
  /// The number with its decimal digits, or the one that a text spells; nil for other texts.
  case toDecimal
  /// The text that spells a number.
  case toText
  /// The moment so many seconds after the reference date.
  case toDate

  /// How many arguments it takes.
  package var arity: ClosedRange<Int> {
    switch self {
    case .add, .multiply: 2...Int.max
    case .subtract, .divide, .remainder, .power, .bitAnd, .bitOr, .bitXor, .shiftLeft, .shiftRight, .coalesce:
      2...2
    case .now: 0...0
    default: 1...1
    }
  }

  /// What the function is called in messages.
  package var phrase: String {
    switch self {
    case .add: "\"+\""
    case .subtract, .negate: "\"-\""
    case .multiply: "\"*\""
    case .divide: "\"/\""
    case .remainder: "the remainder"
    case .power: "the power"
    case .absolute: "the absolute value"
    case .squareRoot: "the square root"
    case .floor, .ceiling, .truncate: "\"\(rawValue)\""
    case .exponential: "the exponential"
    case .logarithm, .decimalLogarithm: "the logarithm"
    case .bitAnd: "\"&\""
    case .bitOr: "\"|\""
    case .bitXor: "\"^\""
    case .bitNot: "\"~\""
    case .shiftLeft: "\"<<\""
    case .shiftRight: "\">>\""
    case .lowercase, .uppercase, .length, .canonical: "\"\(rawValue)\""
    case .characterCount: "the count of characters"
    case .coalesce: "\"??\""
    case .now: "\"now\""
    case .toInteger, .toDouble, .toDecimal, .toText, .toDate: "the cast"
    }
  }
}
