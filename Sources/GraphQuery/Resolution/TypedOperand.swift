/// An operand, and what its values are.
struct TypedOperand {
  let operand: QueryOperand
  /// The kind, scale and optionality of the values; its slot has no meaning.
  let column: QueryColumn
  /// The hierarchy whose objects the values are, where they are objects.
  var root: String?

  init(_ operand: QueryOperand, _ column: QueryColumn, root: String? = nil) {
    self.operand = operand
    self.column = column
    self.root = root
  }

  /// What a function makes of other operands.
  static func calling(
    _ function: ValueFunction, _ arguments: [TypedOperand], kind: QueryColumn.Kind, isOptional: Bool? = nil
  ) -> TypedOperand {
    TypedOperand(
      .function(function, arguments.map(\.operand), kind),
      .values(of: kind, isOptional: isOptional ?? arguments.contains { $0.column.isOptional }))
  }

  /// The number as another kind of number.
  func converted(to domain: ValueDomain) -> TypedOperand {
    switch (ValueDomain(column.kind), domain) {
    case (.integer, .integer) where column.kind == .bool: .calling(.toInteger, [self], kind: .int64)
    case (.integer, .real): .calling(.toDouble, [self], kind: .double)
    // What is no number, and infinity, is no decimal.
    case (.real, .decimal): .calling(.toDecimal, [self], kind: .decimal, isOptional: true)
    case (.integer, .decimal): .calling(.toDecimal, [self], kind: .decimal)
    case (.decimal, .real): .calling(.toDouble, [self], kind: .double)
    case (.decimal, .decimal) where column.scale != nil: .calling(.toDecimal, [self], kind: .decimal)
    default: self
    }
  }

  /// Both in a form in which their values can be compared: decimals with their digits where scales differ.
  func aligned(with other: TypedOperand) -> (TypedOperand, TypedOperand) {
    let domains = (ValueDomain(column.kind), ValueDomain(other.column.kind))
    guard domains.0 == .decimal || domains.1 == .decimal, domains.0.isNumber, domains.1.isNumber,
      domains.0 != domains.1 || column.scale != other.column.scale
    else { return (self, other) }
    return (converted(to: .decimal), other.converted(to: .decimal))
  }
}

/// Kinds of values that functions treat alike.
enum ValueDomain: Hashable {
  case integer, real, decimal, text, date, object
  case other(QueryColumn.Kind)

  init(_ kind: QueryColumn.Kind) {
    self =
      switch kind {
      case .bool, .int16, .int32, .int64: .integer
      case .double, .float: .real
      case .decimal: .decimal
      case .string, .url: .text
      case .date: .date
      case .reference, .object: .object
      case .data, .uuid, .codable, .array, .external: .other(kind)
      }
  }

  var isNumber: Bool { self == .integer || self == .real || self == .decimal }

  /// The kind of the values that functions make.
  var kind: QueryColumn.Kind {
    switch self {
    case .integer: .int64
    case .real: .double
    case .decimal: .decimal
    case .text: .string
    case .date: .date
    case .object: .object
    case .other(let kind): kind
    }
  }

  /// What holds the numbers of both without loss where that is possible.
  static func common(_ first: ValueDomain, _ second: ValueDomain) -> ValueDomain? {
    guard first.isNumber, second.isNumber else { return first == second ? first : nil }
    if first == .decimal || second == .decimal { return .decimal }
    return first == .real || second == .real ? .real : .integer
  }
}

extension QueryColumn {
  /// Values like the column's.
  func asValue(isOptional: Bool) -> QueryColumn {
    QueryColumn(slot: 0, kind: kind, isOptional: isOptional, storedScale: storedScale)
  }

  /// Values of a kind that are worked out.
  static func values(of kind: Kind, isOptional: Bool) -> QueryColumn {
    QueryColumn(slot: 0, kind: kind, isOptional: isOptional, storedScale: -1)
  }
}
