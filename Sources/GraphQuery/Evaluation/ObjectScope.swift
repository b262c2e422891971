import GraphValues

/// The objects around the one at hand, the nearest first: on whose behalf it is looked at.
final class ObjectScope {
  private let object: any SlotSource
  private let outer: ObjectScope?

  init(_ object: any SlotSource, within outer: ObjectScope?) {
    self.object = object
    self.outer = outer
  }

  /// The object so far out, of which 1 is this scope's.
  func object(at level: Int) -> (any SlotSource)? {
    level <= 1 ? object : outer?.object(at: level - 1)
  }
}

extension RelationPath {
  /// Whether a condition holds for an object at the end of the path.
  func contains(
    from source: any SlotSource, _ scope: ObjectScope?, _ literals: [AttributeValue],
    where condition: (any SlotSource) throws(QueryError) -> Bool
  ) throws(QueryError) -> Bool {
    guard let start = level == 0 ? source : scope?.object(at: level) else { return false }
    return try Self.contains(steps[...], from: start, literals, where: condition)
  }

  private static func contains(
    _ steps: ArraySlice<RelationStep>, from source: any SlotSource, _ literals: [AttributeValue],
    where condition: (any SlotSource) throws(QueryError) -> Bool
  ) throws(QueryError) -> Bool {
    guard let step = steps.first else { return try condition(source) }
    if !step.isToMany {
      guard let target = step.target(from: source, literals) else { return false }
      return try contains(steps.dropFirst(), from: target, literals, where: condition)
    }
    for member in step.members(of: source)
    where try contains(steps.dropFirst(), from: member, literals, where: condition) {
      return true
    }
    return false
  }

  /// The object that a path of single objects leads to.
  ///
  /// - Parameter literals: the constants, where one may name the object at which the path begins.
  func object(
    from source: any SlotSource, _ scope: ObjectScope?, _ literals: [AttributeValue] = []
  ) -> (any SlotSource)? {
    var object = level == 0 ? source : scope?.object(at: level)
    for step in steps { object = object.flatMap { step.target(from: $0, literals) } }
    return object
  }
}

extension RelationStep {
  /// The one object that the step leads to; nil where there is none.
  fileprivate func target(
    from source: any SlotSource, _ literals: [AttributeValue]
  ) -> (any SlotSource)? {
    if case .object(let literal, _) = kind {
      guard case .reference(let id) = literals[Int(literal)] else { return nil }
      return source.object(named: id)
    }
    switch position {
    case nil: return source.related(slot: Int(slot))
    case .last: return members(of: source).last
    case .index(let index):
      let members = members(of: source)
      return Int(index) < members.count ? members[Int(index)] : nil
    }
  }

  /// The objects that the step leads to, in their order where they have one.
  fileprivate func members(of source: any SlotSource) -> [any SlotSource] {
    guard case .elements(let array, _) = kind else { return source.members(place: Int(place)) }
    guard case .array(let values) = source.slotValue(Int(array.slot)) else { return [] }
    return values.enumerated().map { ElementSource(value: $1, objectKey: Int64($0)) }
  }
}
