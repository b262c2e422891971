import GraphModel
import GraphValues

/// Functions and conditional values.
extension Resolver {
  mutating func side(
    _ function: ValueFunction, _ arguments: [QueryExpression], place: SourcePlace
  ) throws(QueryError) -> Side {
    guard function.arity.contains(arguments.count) else {
      throw QueryError(
        .arguments, "\(function.phrase) does not take \(arguments.count) arguments", entity: entity.name
      ).at(place)
    }
    if function == .now { return .constant(.date(moment)) }
    try count(terms: arguments.count)
    var sides: [Side] = []
    sides.reserveCapacity(arguments.count)
    for argument in arguments { sides.append(try side(argument, place: place)) }
    var constants: [AttributeValue] = []
    for case .constant(let value) in sides { constants.append(value) }
    if constants.count == sides.count {
      return .constant(try value(of: function, constants, place: place))
    }
    if function == .coalesce { return try coalesced(sides[0], sides[1], place: place) }
    if constants.contains(where: \.isNull) { return .constant(.null) }
    var operands: [TypedOperand] = []
    operands.reserveCapacity(sides.count)
    for side in sides { operands.append(try argument(side, of: function, place: place)) }
    let result = try typed(function, operands, place: place)
    return .computed(result.operand, result.column)
  }

  /// A function of constants, worked out here.
  private func value(
    of function: ValueFunction, _ constants: [AttributeValue], place: SourcePlace
  ) throws(QueryError) -> AttributeValue {
    if function == .coalesce { return constants[0].isNull ? constants[1] : constants[0] }
    if constants.contains(where: \.isNull) { return .null }
    do throws(QueryError) {
      var operands: [TypedOperand] = []
      for constant in constants {
        guard let column = QueryColumn(literal: constant) else {
          throw refusal(function, constant.phrase)
        }
        operands.append(TypedOperand(.literal(0), column))
      }
      let result = try typed(function, operands, place: .none)
      guard case .function(function, let arguments, let kind) = result.operand else { return constants[0] }
      // The operands stand as placeholders; each is converted as its operand says.
      var values: [AttributeValue] = []
      for (argument, constant) in zip(arguments, constants) {
        values.append(try argument.value(NoObject(), [constant], nil))
      }
      return try function.result(values, kind)
    } catch {
      throw error.at(place)
    }
  }

  mutating func side(
    where node: PredicateNode, _ first: QueryExpression, _ second: QueryExpression, place: SourcePlace
  ) throws(QueryError) -> Side {
    try count(terms: 1)
    let shape = try shape(of: node)
    let (one, other) = try unified(
      try side(first, place: place), try side(second, place: place), "a conditional value", place: place)
    let isOptional = one.column.isOptional || other.column.isOptional
    return .computed(
      .conditional(shape, one.operand, other.operand), one.column.asValue(isOptional: isOptional))
  }

  private mutating func coalesced(
    _ first: Side, _ second: Side, place: SourcePlace
  ) throws(QueryError) -> Side {
    if case .constant(let value) = first { return value.isNull ? second : first }
    if case .constant(.null) = second { return first }
    let (one, other) = try unified(first, second, ValueFunction.coalesce.phrase, place: place)
    let isOptional = one.column.isOptional && other.column.isOptional
    return .computed(
      .function(.coalesce, [one.operand, other.operand], one.column.kind),
      one.column.asValue(isOptional: isOptional))
  }

  /// Two values as values of one kind.
  private mutating func unified(
    _ first: Side, _ second: Side, _ what: String, place: SourcePlace
  ) throws(QueryError) -> (TypedOperand, TypedOperand) {
    var one: TypedOperand?
    var other: TypedOperand?
    if case .constant(.null) = first {} else { one = try argument(first, phrase: what, place: place) }
    if case .constant(.null) = second {} else { other = try argument(second, phrase: what, place: place) }
    guard let some = one ?? other else {
      throw QueryError(.typeMismatch, "\(what) takes a value that is not nil", entity: entity.name).at(place)
    }
    if one == nil || other == nil {
      // nil has no scale to share with a decimal.
      let value = ValueDomain(some.column.kind) == .decimal ? some.converted(to: .decimal) : some
      let nothing = TypedOperand(.literal(add(.null)), value.column.asValue(isOptional: true))
      return one == nil ? (nothing, value) : (value, nothing)
    }
    let (left, right) = (one ?? some, other ?? some)
    if left.column.kind == right.column.kind, left.column.scale == right.column.scale {
      return (left, right)
    }
    guard let domain = ValueDomain.common(ValueDomain(left.column.kind), ValueDomain(right.column.kind))
    else {
      throw QueryError(
        .typeMismatch,
        "\(what) takes values of one kind, not \(left.column.kind.phrase) and \(right.column.kind.phrase)",
        entity: entity.name
      ).at(place)
    }
    return (left.converted(to: domain), right.converted(to: domain))
  }

  // MARK: Arguments

  private mutating func argument(
    _ side: Side, of function: ValueFunction, place: SourcePlace
  ) throws(QueryError) -> TypedOperand {
    try argument(side, phrase: function.phrase, place: place)
  }

  private mutating func argument(
    _ side: Side, phrase: String, place: SourcePlace
  ) throws(QueryError) -> TypedOperand {
    let typed: TypedOperand?
    switch side {
    case .constant(let value):
      typed = QueryColumn(literal: value).map { TypedOperand(.literal(add(value)), $0) }
      if typed == nil { throw refusal(phrase, value.phrase).at(place) }
    case .collection:
      throw refusal(phrase, "a relationship to many (see @count and @sum)").at(place)
    case .entityName: throw refusal(phrase, "the name of an entity").at(place)
    case .column, .reach, .computed: typed = operand(side)
    }
    guard let typed else { throw refusal(phrase, "this").at(place) }
    switch ValueDomain(typed.column.kind) {
    case .object, .other(.array), .other(.codable), .other(.external):
      throw refusal(phrase, typed.column.kind.phrase).at(place)
    default: return typed
    }
  }

  private func refusal(_ function: ValueFunction, _ what: String) -> QueryError {
    refusal(function.phrase, what)
  }

  private func refusal(_ function: String, _ what: String) -> QueryError {
    QueryError(.typeMismatch, "\(function) does not take \(what)", entity: entity.name)
  }

  /// A side as an operand; nil for what is none.
  func operand(_ side: Side) -> TypedOperand? {
    switch side {
    case .column(let column):
      return TypedOperand(.column(.here, column), column, root: root(of: column))
    case .reach(let path, let column, let entity):
      let isOptional = column.isOptional || !path.steps.isEmpty
      return TypedOperand(
        .column(path, column), column.asValue(isOptional: isOptional), root: root(of: column, in: entity))
    case .computed(let operand, let column): return TypedOperand(operand, column)
    case .constant, .collection, .entityName: return nil
    }
  }

  // MARK: Types

  /// What a function makes of operands that are not nil literals, with conversions where it needs them.
  private func typed(
    _ function: ValueFunction, _ arguments: [TypedOperand], place: SourcePlace
  ) throws(QueryError) -> TypedOperand {
    let domains = arguments.map { ValueDomain($0.column.kind) }
    func mismatch() -> QueryError {
      let kinds = arguments.map(\.column.kind.phrase).joined(separator: " and ")
      return refusal(function, kinds).at(place)
    }
    switch function {
    case .add where domains.allSatisfy({ $0 == .text }):
      return .calling(.add, arguments, kind: .string)
    case .add where domains.contains(.date):
      guard domains.count == 2, let other = domains.first(where: { $0 != .date }), other.isNumber else {
        throw mismatch()
      }
      return .calling(.add, arguments.map { $0.converted(to: .real) }, kind: .date, isOptional: true)
    case .subtract where domains[0] == .date:
      if domains[1] == .date { return .calling(.subtract, arguments, kind: .double, isOptional: true) }
      guard domains[1].isNumber else { throw mismatch() }
      return .calling(
        .subtract, [arguments[0], arguments[1].converted(to: .real)], kind: .date, isOptional: true)
    case .add, .subtract, .multiply, .divide, .negate, .absolute, .floor, .ceiling, .truncate:
      guard domains.allSatisfy(\.isNumber) else { throw mismatch() }
      return number(function, arguments, domains)
    case .remainder:
      guard domains.allSatisfy({ $0 == .integer || $0 == .real }) else { throw mismatch() }
      return number(function, arguments, domains)
    case .power, .squareRoot, .exponential, .logarithm, .decimalLogarithm:
      guard domains.allSatisfy(\.isNumber) else { throw mismatch() }
      return .calling(function, arguments.map { $0.converted(to: .real) }, kind: .double, isOptional: true)
    case .bitAnd, .bitOr, .bitXor, .bitNot, .shiftLeft, .shiftRight:
      guard domains.allSatisfy({ $0 == .integer }) else { throw mismatch() }
      return .calling(function, arguments, kind: .int64)
    case .lowercase, .uppercase, .canonical:
      guard domains[0] == .text else { throw mismatch() }
      return .calling(function, arguments, kind: .string)
    case .length, .characterCount:
      guard domains[0] == .text else { throw mismatch() }
      return .calling(function, arguments, kind: .int64)
    case .toInteger, .toDouble, .toDecimal, .toText, .toDate:
      return try cast(function, arguments[0], domains[0], mismatch())
    case .coalesce, .now: throw mismatch()
    }
  }

  private func number(
    _ function: ValueFunction, _ arguments: [TypedOperand], _ domains: [ValueDomain]
  ) -> TypedOperand {
    let domain = domains.dropFirst().reduce(domains[0]) { ValueDomain.common($0, $1) ?? $0 }
    // A result of floating point may be no number, which is nil.
    return .calling(
      function, arguments.map { $0.converted(to: domain) }, kind: domain.kind,
      isOptional: domain == .real ? true : nil)
  }

  private func cast(
    _ function: ValueFunction, _ argument: TypedOperand, _ domain: ValueDomain, _ mismatch: QueryError
  ) throws(QueryError) -> TypedOperand {
    let isText = domain == .text
    guard domain.isNumber || isText || domain == .date else { throw mismatch }
    switch function {
    case .toInteger where domain == .integer && argument.column.kind != .bool, .toText where isText,
      .toDate where domain == .date, .toDouble where domain == .real:
      return argument
    case .toInteger where domain != .date:
      return .calling(function, [argument], kind: .int64, isOptional: domain == .integer ? nil : true)
    case .toDouble:
      return .calling(function, [argument], kind: .double, isOptional: domain == .integer ? nil : true)
    case .toDecimal where domain != .date:
      return .calling(
        function, [argument], kind: .decimal, isOptional: isText || domain == .real ? true : nil)
    case .toText where domain != .date: return .calling(function, [argument], kind: .string)
    case .toDate where !isText:
      return .calling(function, [argument.converted(to: .real)], kind: .date, isOptional: true)
    default: throw mismatch
    }
  }
}

extension QueryColumn {
  /// What a constant's values are; nil for nil, lists and objects.
  init?(literal: AttributeValue) {
    let kind: Kind
    switch literal {
    case .bool: kind = .bool
    case .int: kind = .int64
    case .double: kind = .double
    case .decimal: kind = .decimal
    case .string: kind = .string
    case .date: kind = .date
    case .data: kind = .data
    case .uuid: kind = .uuid
    case .url: kind = .url
    case .null, .codable, .array, .reference: return nil
    }
    self.init(slot: 0, kind: kind, isOptional: false, storedScale: -1)
  }
}
