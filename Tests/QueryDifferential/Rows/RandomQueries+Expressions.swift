import Foundation
import GraphModel
package import GraphQuery
import GraphValues

/// Random expressions; many are refused for the kinds of their arguments, which is checked as well.
extension RandomQueries {
  private static let constants: [AttributeValue] = [
    .int(0), .int(1), .int(-3), .int(7), .int(.max), .int(.min), .double(0), .double(0.5), .double(-2.5),
    .double(.infinity), .double(1e300), .decimal(1), .decimal(-3), .string(""), .string("12"), .string("aB"),
    .string("1.5"), .bool(true), .null,
  ]

  /// The properties that are no arrays.
  private var scalars: [StoredProperty] { entity.properties.filter { $0.attribute?.isArray != true } }

  package mutating func expression(depth: Int) -> QueryExpression {
    if depth == 0 || random.chance(15) {
      if random.chance(30) { return .literal(random.pick(Self.constants)) }
      return .keyPath(PropertyPath(random.pick(scalars).name))
    }
    if random.chance(15) {
      return .conditional(
        predicate(depth: 1).node, expression(depth: depth - 1), expression(depth: depth - 1))
    }
    let function = random.pick(ValueFunction.allCases)
    let count =
      function.arity.upperBound == .max ? Int.random(in: 2...4, using: &random) : function.arity.lowerBound
    var arguments: [QueryExpression] = []
    for _ in 0..<count { arguments.append(expression(depth: depth - 1)) }
    return .function(function, arguments)
  }
}
