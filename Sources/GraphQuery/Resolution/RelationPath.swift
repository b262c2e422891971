package import GraphModel

/// A step on the way from an object to others.
package struct RelationStep: Sendable, Hashable {
  /// What the step follows.
  package enum Kind: Sendable, Hashable {
    /// A relationship, by its place in the model's relationships.
    case relationship(Int32)
    /// The elements of an array attribute, as which they stand: objects of one column each.
    case elements(of: QueryColumn, as: QueryColumn)
    /// The object that the constant of a number names, of an entity by its place in the model; the first step only.
    case object(literal: Int32, entity: Int32)
  }

  package let kind: Kind
  /// The slot of a to-one; -1 for others.
  let slot: Int32
  /// The place of a to-many; -1 for others.
  let place: Int32
  /// The one member that is meant; nil for all.
  package let position: MemberPosition?

  package var isToMany: Bool {
    if position != nil { return false }
    return switch kind {
    case .relationship: slot < 0
    case .elements: true
    case .object: false
    }
  }

  init(_ relationship: ResolvedRelationship, at position: MemberPosition? = nil) {
    kind = .relationship(Int32(truncatingIfNeeded: relationship.index))
    self.position = position
    if case .column(let slot, _) = relationship.storage {
      self.slot = Int32(truncatingIfNeeded: slot)
      place = -1
    } else {
      slot = -1
      place = Int32(truncatingIfNeeded: relationship.place)
    }
  }

  /// - Parameter position: the one element that is meant; nil for all.
  init(elementsOf array: QueryColumn, as element: QueryColumn, at position: MemberPosition? = nil) {
    kind = .elements(of: array, as: element)
    self.position = position
    slot = -1
    place = -1
  }

  init(literal: Int32, of entity: ResolvedEntity) {
    kind = .object(literal: literal, entity: Int32(truncatingIfNeeded: entity.index))
    position = nil
    slot = -1
    place = -1
  }

  /// The entity that the step leads to; nil for elements of arrays.
  package func destination(in model: ResolvedModel) -> ResolvedEntity? {
    switch kind {
    case .relationship(let index): model.destination(of: model.relationships[Int(index)])
    case .elements: nil
    case .object(_, let entity): model.entities[Int(entity)]
    }
  }

  /// What decides beside the object where it leads: a relationship's place in the model, or an entity's below zero
  /// (``ResolvedPredicate/relationships``); nil where nothing does.
  var dependency: Int32? {
    switch kind {
    case .relationship(let index): index
    case .elements: nil
    case .object(_, let entity): -1 - entity
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
