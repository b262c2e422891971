package import Foundation
package import GraphModel
package import GraphValues

/// An expression looked up in a model.
package struct ResolvedExpression: Sendable, Hashable {
  package let operand: QueryOperand
  /// The kind, scale and optionality of its values; the slot has no meaning.
  package let column: QueryColumn
  /// The constants, by the numbers in ``operand``.
  package let literals: [AttributeValue]
  /// The relationships that it follows, by their places in the model.
  package let relationships: [Int32]
  /// The root entity of the objects that its values are; nil where they are none.
  package let root: String?

  /// The value for an object, exactly as SQL has it; an object as its reference or, for `SELF`, its key.
  ///
  /// - Throws: ``QueryError`` where integers overflow, or a regular expression takes too long.
  package func value(for source: some SlotSource) throws(QueryError) -> AttributeValue {
    try operand.value(source, literals, nil)
  }
}

extension QueryExpression {
  /// Looks the expression's properties up in a model.
  ///
  /// - Parameters:
  ///   - entity: the entity whose objects it is worked out for.
  ///   - model: the model, for the destinations of relationships.
  ///   - variables: the values of `$variables`.
  ///   - store: the identifier of the store, where known.
  /// - Throws: ``QueryError`` for unknown keys, values that functions do not take, collections and lists.
  /// - Complexity: O(size of the expression).
  package func resolve(
    in entity: ResolvedEntity, model: ResolvedModel, variables: [String: AttributeValue] = [:],
    store: UUID? = nil
  ) throws(QueryError) -> ResolvedExpression {
    var resolver = Resolver(entity: entity, model: model, variables: variables, store: store)
    let expression = variables.isEmpty ? self : substituting(variables.mapValues { .literal($0) })
    let typed = try resolver.typed(expression)
    return ResolvedExpression(
      operand: typed.operand, column: typed.column, literals: resolver.literals,
      relationships: resolver.relationships, root: typed.root)
  }
}

extension Resolver {
  fileprivate mutating func typed(_ expression: QueryExpression) throws(QueryError) -> TypedOperand {
    let side = try side(expression, place: .none)
    switch side {
    case .constant(let value):
      let column = QueryColumn(literal: value) ?? .values(of: .string, isOptional: true)
      switch value {
      case .array, .reference, .codable:
        throw QueryError(.typeMismatch, "\(value.phrase) is no value of an expression", entity: entity.name)
      default: return TypedOperand(.literal(add(value)), column)
      }
    case .collection:
      throw QueryError(
        .typeMismatch, "a relationship to many is no single value; see @count and @sum", entity: entity.name)
    case .entityName:
      throw QueryError(
        .unsupported, "the name of an entity as a value is not supported yet", entity: entity.name)
    case .column, .reach, .computed:
      guard let operand = operand(side) else {
        throw QueryError(.unsupported, "this expression is not supported yet", entity: entity.name)
      }
      return operand
    }
  }
}
