import GraphValues

/// A captured table that a property's value is looked up in: a dictionary, an array, or the cases of an enum with
/// what a property of theirs is.
struct LookupTable {
  /// The most values that an expression chooses between.
  private static let valueLimit = 50
  private static let entryLimit = 20_000

  private let key: QueryExpression
  private let entries: [(key: AttributeValue, value: LoweredExpression)]
  private let otherwise: LoweredExpression

  init(
    _ key: QueryExpression, _ entries: [(key: AttributeValue, value: LoweredExpression)],
    otherwise: LoweredExpression
  ) throws(QueryError) {
    if entries.count > Self.entryLimit { throw PredicateLowering.tooManyParts("a table") }
    self.key = key
    self.entries = entries
    self.otherwise = otherwise
  }

  /// What a property of an enum's cases is.
  init(
    casesOf type: any CaseIterable.Type, by key: QueryExpression, _ value: (Any) -> LoweredExpression?
  ) throws(QueryError) {
    var entries: [(key: AttributeValue, value: LoweredExpression)] = []
    for element in Self.cases(type) {
      guard case .operand(.literal(let literal)) = CapturedValue.lowered(element), let value = value(element)
      else { throw PredicateLowering.unsupported("a property of \(type)") }
      entries.append((literal, value))
    }
    try self.init(key, entries, otherwise: .null)
  }

  private static func cases<Cases: CaseIterable>(_ type: Cases.Type) -> [Any] { Array(type.allCases) }

  func mapping(
    _ transform: (LoweredExpression) throws(QueryError) -> LoweredExpression
  ) throws(QueryError) -> LookupTable {
    var mapped: [(key: AttributeValue, value: LoweredExpression)] = []
    mapped.reserveCapacity(entries.count)
    for entry in entries { mapped.append((entry.key, try transform(entry.value))) }
    return try LookupTable(key, mapped, otherwise: try transform(otherwise))
  }

  /// Where a condition holds for what is looked up.
  func predicate(
    _ condition: (LoweredExpression) throws(QueryError) -> PredicateNode
  ) throws(QueryError) -> PredicateNode {
    guard key.isSmall else { throw PredicateLowering.tooManyParts("the key of a table") }
    var holding: [AttributeValue] = []
    var failing: [AttributeValue] = []
    var others: [PredicateNode] = []
    for entry in entries {
      switch try condition(entry.value) {
      case .constant(true): holding.append(entry.key)
      case .constant(false): failing.append(entry.key)
      case let node:
        others.append(
          .conjunction([PredicateLowering.compare(key, .equal, .literal(entry.key)), node]))
      }
    }
    let isKey = isIn(entries.map(\.key))
    switch try condition(otherwise) {
    case .constant(false): return .disjunction((holding.isEmpty ? [] : [isIn(holding)]) + others)
    case .constant(true) where others.isEmpty:
      return failing.isEmpty ? .constant(true) : isIn(failing).negated
    case let node:
      return .disjunction(
        (holding.isEmpty ? [] : [isIn(holding)]) + others + [.conjunction([isKey.negated, node])])
    }
  }

  private func isIn(_ keys: [AttributeValue]) -> PredicateNode {
    if keys.isEmpty { return .constant(false) }
    return keys.count == 1
      ? PredicateLowering.compare(key, .equal, .literal(keys[0]))
      : PredicateLowering.compare(key, .isIn, .literal(.array(keys)))
  }

  /// What is looked up as an expression of values.
  func expression() throws(QueryError) -> QueryExpression {
    guard key.isSmall else { throw PredicateLowering.tooManyParts("the key of a table") }
    var keys: [QueryExpression: [AttributeValue]] = [:]
    var order: [QueryExpression] = []
    let otherwise = try PredicateLowering.operand(otherwise)
    for entry in entries {
      let value = try PredicateLowering.operand(entry.value)
      if value == otherwise { continue }
      if keys[value] == nil { order.append(value) }
      keys[value, default: []].append(entry.key)
    }
    if order.count > Self.valueLimit { throw PredicateLowering.tooManyParts("a table") }
    return order.reversed().reduce(otherwise) { rest, value in
      .choosing(value, where: isIn(keys[value] ?? []), else: rest)
    }
  }
}
