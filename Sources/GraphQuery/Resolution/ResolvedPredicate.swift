package import GraphModel
package import GraphValues
package import Foundation

/// A predicate looked up in a model: slots and kinds of comparison decided, constants of the attributes' types.
package struct ResolvedPredicate: Sendable, Hashable {
  /// Everything but the constants; the text of the SQL can be kept by it.
  package let shape: PredicateShape
  /// The constants, by the numbers in ``shape``.
  package let literals: [AttributeValue]
  /// The relationships that it follows, by their places in the model: their objects decide too whether it holds. An
  /// entity of which a certain object does stands as its place in the model below zero, from -1 on.
  package let relationships: [Int32]

  package init(shape: PredicateShape, literals: [AttributeValue], relationships: [Int32] = []) {
    self.shape = shape
    self.literals = literals
    self.relationships = relationships
  }

  /// The part that the object itself decides: what holds wherever the predicate holds. nil where there is none.
  package var ownPart: ResolvedPredicate? {
    if relationships.isEmpty { return self }
    guard case .and(let shapes) = shape else { return nil }
    let own = shapes.filter { !$0.followsRelationships }
    return own.isEmpty ? nil : ResolvedPredicate(shape: .and(own), literals: literals)
  }
}

extension QueryPredicate {
  /// Looks the predicate's properties up in a model.
  ///
  /// - Parameters:
  ///   - entity: the entity whose objects the predicate is about.
  ///   - model: the model, for the destinations of relationships.
  ///   - variables: the values of `$variables`.
  ///   - store: the identifier of the store, where known: an object ID of another store equals nothing.
  /// - Throws: ``QueryError`` for unknown keys, values that cannot be compared with the property's type,
  ///   variables without value, what is not supported yet, and more than ``Resolver/termLimit`` terms.
  /// - Complexity: O(terms + constants).
  package func resolve(
    in entity: ResolvedEntity, model: ResolvedModel, variables: [String: AttributeValue] = [:],
    store: UUID? = nil
  ) throws(QueryError) -> ResolvedPredicate {
    var resolver = Resolver(entity: entity, model: model, variables: variables, store: store)
    let node =
      variables.isEmpty ? node : node.substituting(variables.mapValues { .literal($0) })
    let shape = try resolver.shape(of: node)
    return ResolvedPredicate(
      shape: shape, literals: resolver.literals, relationships: resolver.relationships)
  }
}
