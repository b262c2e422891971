import GraphValues

/// Collections that only some comparisons take.
indirect enum FormatMembers {
  /// The members for which a condition holds: `SUBQUERY(…)`, or a property of each.
  case filtered(Filtered)
  case one(QueryExpression)
  case union(FormatMembers, FormatMembers)
  case intersection(FormatMembers, FormatMembers)
  case difference(FormatMembers, FormatMembers)

  /// Members of a collection and a condition on them.
  struct Filtered {
    let collection: PropertyPath
    let filter: CollectionAggregate.Filter
    /// A property of each member; nil for the members themselves.
    var value: PropertyPath?
  }

  /// The operator of a keyword.
  static func joining(_ keyword: String?) -> ((FormatMembers, FormatMembers) -> FormatMembers)? {
    switch keyword {
    case "UNION": { .union($0, $1) }
    case "INTERSECT": { .intersection($0, $1) }
    case "MINUS": { .difference($0, $1) }
    default: nil
    }
  }

  /// A condition on the whole, of that on each collection.
  func node(_ condition: (QueryExpression) -> PredicateNode) -> PredicateNode {
    switch self {
    case .one(let expression): condition(expression)
    case .union(let first, let second): .disjunction([first.node(condition), second.node(condition)])
    case .intersection(let first, let second):
      .conjunction([first.node(condition), second.node(condition)])
    case .difference(let first, let second):
      .conjunction([first.node(condition), .not(second.node(condition))])
    case .filtered:
      .invalid(QueryError(.unsupported, "SUBQUERY is not supported beside UNION, INTERSECT and MINUS"))
    }
  }

  /// The list, where all of it are constants.
  ///
  /// - Throws: ``QueryError`` where the lists are too long to be compared with each other.
  func constant() throws(QueryError) -> [AttributeValue]? {
    let (first, second): (FormatMembers, FormatMembers)
    switch self {
    case .one(.literal(.array(let elements))): return elements
    case .one, .filtered: return nil
    case .union(let left, let right), .intersection(let left, let right), .difference(let left, let right):
      (first, second) = (left, right)
    }
    guard let left = try first.constant(), let right = try second.constant() else { return nil }
    if left.count.multipliedReportingOverflow(by: right.count).partialValue > 1_000_000 {
      throw QueryError(.tooComplex, "the lists of a set operator are too long")
    }
    return switch self {
    case .union: left + right.filter { !Self.contains(left, $0) }
    case .intersection: left.filter { Self.contains(right, $0) }
    default: left.filter { !Self.contains(right, $0) }
    }
  }

  private static func contains(_ list: [AttributeValue], _ value: AttributeValue) -> Bool {
    let equal = Comparison(.object, .equal, .object)
    return list.contains { element in (try? ConstantComparison.holds(element, equal, value)) ?? false }
  }

  /// What is said where no comparison takes them.
  var misplaced: String {
    switch self {
    case .filtered:
      "SUBQUERY makes a collection: ask for its \"@count\" or \"@max.price\", put ANY, ALL or NONE before it, or "
        + "search it with IN or CONTAINS"
    default: "UNION, INTERSECT and MINUS stand on the right of IN or the left of CONTAINS"
    }
  }
}

extension FormatMembers.Filtered {
  /// A condition on how many of the members a comparison holds for.
  func node(
    _ quantifier: Quantifier, _ relation: ComparisonOperator, _ comparison: FormatOperator,
    _ right: QueryExpression, at offset: Int
  ) throws(QueryError) -> PredicateNode {
    if right.mentions(filter.variable) {
      throw QueryError(
        .unsupported, "$\(filter.variable) means a member here: give the variable another name",
        position: offset)
    }
    let left =
      value.map {
        QueryExpression.keyPath(PropertyPath($0.first, rest: $0.rest, of: filter.variable))
      } ?? .variable(filter.variable)
    let single = PredicateNode.comparing(
      Comparison(left, relation, right, options: comparison.options, operatorPlace: comparison.place))
    let whole = CollectionAggregate.Filter(
      variable: filter.variable,
      node: .conjunction([filter.node, quantifier == .all ? .not(single) : single]))
    return .count(of: collection, where: whole, quantifier == .any ? .greater : .equal, 0)
  }
}

extension QueryExpression {
  /// Whether a variable of the name stands in it, other than as the member of a subquery within.
  func mentions(_ variable: String) -> Bool {
    switch self {
    case .variable(let name): name == variable
    case .keyPath(let path): path.variable == variable
    case .list(let elements), .function(_, let elements): elements.contains { $0.mentions(variable) }
    // Conditions are not looked through: it is enough that they could.
    case .aggregate(let aggregate):
      aggregate.collection.variable == variable || aggregate.filter != nil
    case .conditional: true
    case .object, .literal, .range, .invalid: false
    }
  }
}
