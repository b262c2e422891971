import GraphModel

/// Where a key path leads.
enum PathTarget {
  /// To a column of the object that to-ones lead to.
  case column(RelationPath, QueryColumn, of: ResolvedEntity)
  /// To the members of a to-many, and from each of them on by the names that are left.
  case collection(RelationPath, of: ResolvedEntity, rest: [String])
  /// To the name of the entity of the object that to-ones lead to.
  case entityName(RelationPath, of: ResolvedEntity)
}

/// The members of a collection that a path leads to.
struct MemberTarget {
  let path: RelationPath
  /// The entity of the members; of elements of an array that of the objects that have it.
  let entity: ResolvedEntity
  /// What the elements of an array are; nil for objects.
  var element: QueryColumn?
  /// The names that lead on from each member.
  var rest: [String] = []
}

/// Follows key paths through a model.
struct PathWalker {
  let model: ResolvedModel

  /// - Parameters:
  ///   - names: the path's names, at least one.
  ///   - start: the entity of the object at which the path begins.
  ///   - level: how far out that object is.
  ///   - first: the step to that object, where it is none in sight.
  func target(
    _ names: [String], from start: ResolvedEntity, level: Int, first: RelationStep? = nil
  ) throws(QueryError) -> PathTarget {
    try walk(names, start, level, first).target
  }

  /// The members that a path leads to: those of a to-many, or the elements of an array; nil for a path that leads to
  /// one value.
  func members(
    _ names: [String], from start: ResolvedEntity, level: Int, first: RelationStep? = nil
  ) throws(QueryError) -> MemberTarget? {
    let (target, elements) = try walk(names, start, level, first)
    if let elements { return elements }
    guard case .collection(let path, let entity, let rest) = target else { return nil }
    return MemberTarget(path: path, entity: entity, rest: rest)
  }

  private func walk(
    _ names: [String], _ start: ResolvedEntity, _ level: Int, _ first: RelationStep?
  ) throws(QueryError) -> (target: PathTarget, elements: MemberTarget?) {
    var entity = start
    var steps = first.map { [$0] } ?? []
    var collection: PathTarget?
    var index = 0
    while index < names.count {
      let name = names[index]
      let isLast = index == names.count - 1
      if let relationship = relationship(name, of: entity), relationship.isToMany || !isLast {
        let position = isLast ? nil : PropertyPath.position(names[index + 1])
        if position != nil { try check(relationship, takesPlacesIn: names) }
        steps.append(RelationStep(relationship, at: position))
        entity = model.destination(of: relationship)
        index += position == nil ? 1 : 2
        if position != nil, index == names.count {
          return (collection ?? .column(RelationPath(level: level, steps: steps), .object, of: entity), nil)
        }
        if relationship.isToMany, position == nil {
          collection = .collection(
            RelationPath(level: level, steps: steps), of: entity, rest: Array(names[index...]))
        }
        continue
      }
      let rest = Array(names[index...])
      let path = RelationPath(level: level, steps: steps)
      if let element = try element(rest, of: entity, path) { return (collection ?? element, nil) }
      if let column = try column(rest, of: entity) {
        let elements = column.element().map { element in
          MemberTarget(
            path: RelationPath(level: level, steps: steps + [RelationStep(elementsOf: column, as: element)]),
            entity: entity, element: element)
        }
        return (collection ?? .column(path, column, of: entity), elements)
      }
      if name == "entity", rest.count == 1 || rest == ["entity", "name"] {
        return (collection ?? .entityName(path, of: entity), nil)
      }
      throw PropertyLookup.failure(rest, of: names, in: entity, model: model)
    }
    guard let collection else { throw PropertyLookup.failure(names, of: names, in: start, model: model) }
    return (collection, nil)
  }

  /// The element at a place of an array, whose names are the last ones.
  private func element(
    _ rest: [String], of entity: ResolvedEntity, _ path: RelationPath
  ) throws(QueryError) -> PathTarget? {
    guard rest.count > 1, let position = rest.last.flatMap({ PropertyPath.position($0) }),
      let column = try column(Array(rest.dropLast()), of: entity),
      let element = column.element(isOptional: true)
    else { return nil }
    let step = RelationStep(elementsOf: column, as: element, at: position)
    return .column(RelationPath(level: path.level, steps: path.steps + [step]), element, of: entity)
  }

  private func check(
    _ relationship: ResolvedRelationship, takesPlacesIn names: [String]
  ) throws(QueryError) {
    if relationship.isToMany, relationship.isOrdered, !relationship.isSelfInverse { return }
    throw QueryError(
      .typeMismatch,
      relationship.isToMany
        ? "\"\(relationship.name)\" has no order: [0], [FIRST] and [LAST] take an ordered relationship"
        : "\"\(relationship.name)\" leads to one object, which has no places",
      keyPath: PropertyPath("").replacing(names).text, entity: relationship.owner)
  }

  /// A relationship of the entity, or the one that entities inheriting from it declare by the name.
  private func relationship(_ name: String, of entity: ResolvedEntity) -> ResolvedRelationship? {
    if let relationship = entity.relationship(named: name) { return relationship }
    if entity.keys[name] != nil || entity.familyNumbers.count == 1 { return nil }
    let found = heirs(of: entity).compactMap { $0.relationship(named: name) }
    guard let first = found.first, found.allSatisfy({ $0.index == first.index }) else { return nil }
    return first
  }

  /// The column of a property, of a composite's member, or of a property that entities inheriting from the entity
  /// declare, which other objects have not; nil where there is none.
  private func column(_ names: [String], of entity: ResolvedEntity) throws(QueryError) -> QueryColumn? {
    let name = names.count == 1 ? names[0] : names.joined(separator: ".")
    if let key = entity.keys[name] { return QueryColumn(key) }
    if entity.familyNumbers.count == 1 { return nil }
    let keys = heirs(of: entity).compactMap { $0.keys[name] }
    guard let first = keys.first else { return nil }
    guard keys.allSatisfy({ $0.slot == first.slot }) else {
      throw QueryError(
        .unknownKey,
        "several entities that inherit from \(entity.name) have a property \"\(name)\" of their own",
        keyPath: name, entity: entity.name)
    }
    return QueryColumn(first, isOptional: true)
  }

  private func heirs(of entity: ResolvedEntity) -> [ResolvedEntity] {
    model.family(ofRoot: entity.rootName).filter {
      $0.number != entity.number && entity.familyNumbers.contains($0.number)
    }
  }
}
