/// Functions in the format language: `a + b`, `lowercase:(name)`.
enum FunctionFormat {
  static func text(_ function: ValueFunction, _ arguments: [QueryExpression]) -> String {
    if let sign = sign(of: function) {
      return arguments.map { FormatWriter.text($0, isOperand: true) }.joined(separator: " \(sign) ")
    }
    if let prefix = prefix(of: function), let argument = arguments.first {
      return prefix + FormatWriter.text(argument, isOperand: true)
    }
    if let type = castType(of: function), let argument = arguments.first {
      return "CAST(\(FormatWriter.text(argument)), \"\(type)\")"
    }
    return "\(name(of: function)):(\(arguments.map { FormatWriter.text($0) }.joined(separator: ", ")))"
  }

  /// The operator between the arguments.
  static func sign(of function: ValueFunction) -> String? {
    switch function {
    case .add: "+"
    case .subtract: "-"
    case .multiply: "*"
    case .divide: "/"
    case .power: "**"
    case .bitAnd: "&"
    case .bitOr: "|"
    case .bitXor: "^"
    case .shiftLeft: "<<"
    case .shiftRight: ">>"
    case .coalesce: "??"
    default: nil
    }
  }

  /// The operator before the argument.
  static func prefix(of function: ValueFunction) -> String? {
    switch function {
    case .negate: "-"
    case .bitNot: "~"
    default: nil
    }
  }

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

  private static func name(of function: ValueFunction) -> String {
    switch function {
    case .remainder: "modulus"
    case .absolute: "abs"
    case .squareRoot: "sqrt"
    case .truncate: "trunc"
    case .exponential: "exp"
    case .logarithm: "ln"
    case .decimalLogarithm: "log"
    default: function.rawValue
    }
  }
}

extension FormatWriter {
  /// An expression, in parentheses where operators around it could be read into it.
  static func text(_ expression: QueryExpression, isOperand: Bool) -> String {
    let text = text(expression)
    guard isOperand, case .function(let function, _) = expression,
      FunctionFormat.sign(of: function) != nil || FunctionFormat.prefix(of: function) != nil
    else { return text }
    return "(\(text))"
  }
}
