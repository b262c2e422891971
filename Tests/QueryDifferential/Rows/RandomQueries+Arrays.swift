import GraphModel
import GraphQuery
import GraphValues

/// Random comparisons of arrays and of their elements.
extension RandomQueries {
  mutating func array(of type: AttributeType) -> AttributeValue {
    .array(
      (0..<Int.random(in: 0...4, using: &random)).map { _ in
        // Sums of integers stay within their range.
        type == .int64 ? .int(Int64.random(in: -9...9, using: &random)) : value(type)
      })
  }

  mutating func elements(of property: StoredProperty, _ type: AttributeType) -> QueryPredicate {
    let key = QueryExpression.keyPath(PropertyPath(property.name))
    let relation = random.pick([
      ComparisonOperator.equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual,
    ])
    switch Int.random(in: 0..<8, using: &random) {
    case 0: return make(key, random.pick([.equal, .notEqual]), .literal(.null))
    case 1: return make(key, .contains, element(type), options(type))
    case 2: return make(element(type), .isIn, key, options(type))
    case 3, 4:
      let quantifier = random.pick([Quantifier.any, .all, Quantifier.none])
      let isText = type == .string && random.chance(50)
      return QueryPredicate(
        Comparison(
          key, isText ? random.pick([.contains, .beginsWith, .endsWith]) : relation, element(type),
          options: isText ? options(type) : [], quantifier: quantifier))
    case 5: return make(place(property.name), relation, element(type))
    case 6:
      let condition = make(.variable("e"), relation, element(type))
      let filter = CollectionAggregate.Filter(
        variable: "e", node: random.chance(30) ? (!condition).node : condition.node)
      return make(
        .aggregate(CollectionAggregate(.count, of: PropertyPath(property.name), where: filter)), relation,
        .literal(.int(Int64.random(in: 0...2, using: &random))))
    default:
      let function = random.pick([
        CollectionAggregate.Function.count, .sum, .average, .minimum, .maximum, .distinctCount, .distinctSum,
        .distinctAverage,
      ])
      return make(
        .aggregate(CollectionAggregate(function, of: PropertyPath(property.name))), relation,
        random.chance(50) ? .literal(.int(Int64.random(in: 0...3, using: &random))) : element(type))
    }
  }

  private mutating func place(_ name: String) -> QueryExpression {
    .keyPath(PropertyPath(name, rest: [random.pick(["[0]", "[1]", "[LAST]"])]))
  }

  /// A value that elements of the type are compared with.
  private mutating func element(_ type: AttributeType) -> QueryExpression {
    if random.chance(60) { return .literal(random.chance(5) ? .null : operand(type)) }
    let arrays = entity.properties.filter { $0.attribute?.isArray == true && $0.attribute?.type == type }
    if random.chance(40) { return place(random.pick(arrays).name) }
    let others = entity.properties.filter {
      $0.attribute?.isArray == false && $0.attribute?.type == type && $0.attribute?.scale == nil
    }
    return .keyPath(PropertyPath(random.pick(others).name))
  }

  private mutating func options(_ type: AttributeType) -> StringComparisonOptions {
    type == .string ? StringComparisonOptions(rawValue: random.pick([0, 0, 1, 2, 3, 4])) : []
  }
}
