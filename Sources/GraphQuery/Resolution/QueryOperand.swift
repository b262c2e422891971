/// What is compared where it is no column of the object at hand.
package indirect enum QueryOperand: Sendable, Hashable {
  /// A column of the object that to-ones lead to; nil where there is none.
  case column(RelationPath, QueryColumn)
  /// What is worked out from the members that a path leads to and for which a condition holds; the condition and
  /// the value see the member as the object at hand. A count is that of the values that are not nil, or of the members
  /// where no value is given.
  case aggregate(CollectionAggregate.Function, RelationPath, filter: PredicateShape?, value: QueryOperand?)
  /// The constant of a number.
  case literal(Int32)
  /// What a function makes of operands, as values of a kind.
  case function(ValueFunction, [QueryOperand], QueryColumn.Kind)
  /// One operand where a condition on the object at hand holds, another where it does not.
  case conditional(PredicateShape, QueryOperand, QueryOperand)
}

extension QueryOperand {
  /// Whether other objects decide too what it is.
  var followsRelationships: Bool {
    switch self {
    case .column(let path, _): path.level != 0 || path.steps.contains { $0.dependency != nil }
    case .aggregate(_, let path, let filter, let value):
      path.level != 0 || path.steps.contains { $0.dependency != nil } || filter?.followsRelationships ?? false
        || value?.followsRelationships ?? false
    case .literal: false
    case .function(_, let arguments, _): arguments.contains(where: \.followsRelationships)
    case .conditional(let shape, let first, let second):
      shape.followsRelationships || first.followsRelationships || second.followsRelationships
    }
  }

  /// The decimal places of decimals that the store has as whole numbers; nil for other values.
  package var scale: Int? {
    switch self {
    case .column(_, let column): column.kind == .decimal ? column.scale : nil
    case .aggregate(let function, _, _, let value):
      switch function.plain {
      case .sum, .minimum, .maximum: value?.scale
      default: nil
      }
    case .conditional(_, let first, _): first.scale
    case .function(.coalesce, let arguments, _): arguments.first?.scale
    case .literal, .function: nil
    }
  }
}
