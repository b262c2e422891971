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
}
