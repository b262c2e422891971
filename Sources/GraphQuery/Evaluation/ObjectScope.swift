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
    from source: any SlotSource, _ scope: ObjectScope?,
    where condition: (any SlotSource) throws(QueryError) -> Bool
  ) throws(QueryError) -> Bool {
    guard let start = level == 0 ? source : scope?.object(at: level) else { return false }
    return try Self.contains(steps[...], from: start, where: condition)
  }

  private static func contains(
    _ steps: ArraySlice<RelationStep>, from source: any SlotSource,
    where condition: (any SlotSource) throws(QueryError) -> Bool
  ) throws(QueryError) -> Bool {
    guard let step = steps.first else { return try condition(source) }
    if !step.isToMany {
      guard let related = source.related(slot: Int(step.slot)) else { return false }
      return try contains(steps.dropFirst(), from: related, where: condition)
    }
    for member in source.members(place: Int(step.place))
    where try contains(steps.dropFirst(), from: member, where: condition) {
      return true
    }
    return false
  }

  /// The object that a path of to-ones leads to.
  func object(from source: any SlotSource, _ scope: ObjectScope?) -> (any SlotSource)? {
    var object = level == 0 ? source : scope?.object(at: level)
    for step in steps { object = object?.related(slot: Int(step.slot)) }
    return object
  }
}
