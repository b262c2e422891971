import GraphModel

/// A relationship on the way from an object to others.
package struct RelationStep: Sendable, Hashable {
  /// Its place in the model's relationships.
  package let relationship: Int32
  /// The slot of a to-one; -1 for a to-many.
  let slot: Int32
  /// The place of a to-many; -1 for a to-one.
  let place: Int32

  package var isToMany: Bool { slot < 0 }

  init(_ relationship: ResolvedRelationship) {
    self.relationship = Int32(truncatingIfNeeded: relationship.index)
    if case .column(let slot, _) = relationship.storage {
      self.slot = Int32(truncatingIfNeeded: slot)
      place = -1
    } else {
      slot = -1
      place = Int32(truncatingIfNeeded: relationship.place)
    }
  }
}

/// The way from an object in sight to others.
package struct RelationPath: Sendable, Hashable {
  /// Where it begins: at the object at hand (0), at the one whose members are looked at (1), and so on outwards.
  package let level: Int
  package let steps: [RelationStep]

  /// No way: the object at hand.
  static let here = RelationPath(level: 0, steps: [])

  init(level: Int, steps: [RelationStep]) {
    self.level = level
    self.steps = steps
  }

  var isHere: Bool { level == 0 && steps.isEmpty }
}

/// What is compared where it is no column of the object at hand.
package indirect enum QueryOperand: Sendable, Hashable {
  /// A column of the object that to-ones lead to; nil where there is none.
  case column(RelationPath, QueryColumn)
  /// What is worked out from the members that a path leads to and for which a condition holds; the condition and
  /// the value see the member as the object at hand.
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
    case .column(let path, _): !path.isHere
    case .aggregate: true
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
    case .aggregate(.sum, _, _, let value), .aggregate(.minimum, _, _, let value),
      .aggregate(.maximum, _, _, let value):
      value?.scale
    case .conditional(_, let first, _): first.scale
    case .function(.coalesce, let arguments, _): arguments.first?.scale
    case .aggregate, .literal, .function: nil
    }
  }
}
