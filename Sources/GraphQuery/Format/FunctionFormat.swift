import GraphValues

/// Functions in the format language: `a + b`, `lowercase:(name)`.
enum FunctionFormat {
  /// An operator between two values.
  struct Sign {
    let text: String
    let function: ValueFunction
    /// How tightly it binds; the order is that of C, with `??` before and `**` behind it.
    let precedence: Int
    /// Whether the same in a row is one call of all values, or one for each pair from the end on.
    var isChain = false
  }

  /// How tightly signs before a value bind.
  static let prefixPrecedence = 8
  /// How tightly what is no operator binds.
  static let callPrecedence = 10

  private static let signs = [
    Sign(text: "??", function: .coalesce, precedence: 1, isChain: true),
    Sign(text: "|", function: .bitOr, precedence: 2), Sign(text: "^", function: .bitXor, precedence: 3),
    Sign(text: "&", function: .bitAnd, precedence: 4), Sign(text: "<<", function: .shiftLeft, precedence: 5),
    Sign(text: ">>", function: .shiftRight, precedence: 5),
    Sign(text: "+", function: .add, precedence: 6, isChain: true),
    Sign(text: "-", function: .subtract, precedence: 6),
    Sign(text: "*", function: .multiply, precedence: 7, isChain: true),
    Sign(text: "/", function: .divide, precedence: 7),
  ]
  private static let power = Sign(text: "**", function: .power, precedence: 9)

  /// The operator of a token, except `**`, which binds more tightly than signs before values.
  static func binary(_ token: FormatToken.Kind) -> Sign? {
    guard case .symbol(let symbol) = token else { return nil }
    return signs.first { $0.text == symbol }
  }

  private static func sign(of function: ValueFunction) -> Sign? {
    function == .power ? power : signs.first { $0.function == function }
  }

  static func text(_ function: ValueFunction, _ arguments: [QueryExpression]) -> String {
    if let sign = sign(of: function), arguments.count > 1 { return text(sign, arguments) }
    guard let argument = arguments.first, arguments.count == 1 else {
      return "\(name(of: function))(\(arguments.map { FormatWriter.text($0) }.joined(separator: ", ")))"
    }
    if let prefix = prefix(of: function) {
      // The sign of a number would be read as the number's own.
      return prefix
        + (argument.isNumber
          ? "(\(FormatWriter.text(argument)))"
          : FormatWriter.text(argument, atLeast: prefixPrecedence + 1))
    }
    if let type = castType(of: function) {
      // Of a constant, CAST is another constant.
      return argument.isLiteral
        ? "castObject:toType:(\(FormatWriter.text(argument)), \"\(type)\")"
        : "CAST(\(FormatWriter.text(argument)), \"\(type)\")"
    }
    return "\(name(of: function))(\(FormatWriter.text(argument)))"
  }

  private static func text(_ sign: Sign, _ arguments: [QueryExpression]) -> String {
    var texts: [String] = []
    for (index, argument) in arguments.enumerated() {
      var minimum = sign.precedence + 1
      switch sign.function {
      case .coalesce where index == arguments.count - 1: minimum = sign.precedence
      case .coalesce: break
      // From the left on: what stands first may bind as tightly, unless it would be read as more of the same.
      case _ where index == 0 && !(sign.isChain && argument.function == sign.function):
        minimum = sign.precedence
      default: break
      }
      texts.append(FormatWriter.text(argument, atLeast: minimum))
    }
    return texts.joined(separator: " \(sign.text) ")
  }

  /// How tightly the text of an expression binds.
  static func precedence(of expression: QueryExpression) -> Int {
    switch expression {
    case .function(let function, let arguments):
      if let sign = sign(of: function), arguments.count > 1 { return sign.precedence }
      return prefix(of: function) != nil && arguments.count == 1 ? prefixPrecedence : callPrecedence
    case .literal: return FormatWriter.text(expression).hasPrefix("-") ? prefixPrecedence : callPrecedence
    default: return callPrecedence
    }
  }

  /// The operator before the argument.
  private static func prefix(of function: ValueFunction) -> String? {
    switch function {
    case .negate: "-"
    case .bitNot: "~"
    default: nil
    }
  }

  // MARK: Names

  private static func castType(of function: ValueFunction) -> String? {
    switch function {
    case .toInteger: "Int"
    case .toDouble: "Double"
    case .toDecimal: "Decimal"
    case .toText: "String"
    case .toDate: "Date"
    default: nil
    }
  }

  /// The cast to a type; nil where values cannot be cast to it.
  static func castFunction(_ type: String) -> ValueFunction? {
    switch type {
    case "Int", "Integer", "NSInteger", "Int16", "Int32", "Int64": .toInteger
    case "Double", "Float", "CGFloat", "NSNumber": .toDouble
    case "Decimal", "NSDecimalNumber": .toDecimal
    case "String", "NSString": .toText
    case "Date", "NSDate": .toDate
    default: nil
    }
  }

  private static func name(of function: ValueFunction) -> String {
    switch function {
    case .now: "now"
    case .add: "add:to:"
    case .multiply: "multiply:by:"
    case .remainder: "modulus:by:"
    case .absolute: "abs:"
    case .squareRoot: "sqrt:"
    case .truncate: "trunc:"
    case .exponential: "exp:"
    case .logarithm: "ln:"
    case .decimalLogarithm: "log:"
    default: function.rawValue + ":"
    }
  }
}

extension QueryExpression {
  fileprivate var function: ValueFunction? {
    if case .function(let function, _) = self { function } else { nil }
  }

  fileprivate var isLiteral: Bool { if case .literal = self { true } else { false } }

  fileprivate var isNumber: Bool {
    guard case .literal(let value) = self else { return false }
    switch value {
    case .int, .double, .decimal: return true
    default: return false
    }
  }
}
