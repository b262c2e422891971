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

/// Follows key paths through a model.
struct PathWalker {
  let model: ResolvedModel

  /// - Parameters:
  ///   - names: the path's names, at least one.
  ///   - start: the entity of the object at which the path begins.
  ///   - level: how far out that object is.
  func target(
    _ names: [String], from start: ResolvedEntity, level: Int
  ) throws(QueryError) -> PathTarget {
    var entity = start
    var steps: [RelationStep] = []
    var collection: PathTarget?
    var index = 0
    while index < names.count {
      let name = names[index]
      let isLast = index == names.count - 1
      if let relationship = relationship(name, of: entity), relationship.isToMany || !isLast {
        steps.append(RelationStep(relationship))
        entity = model.destination(of: relationship)
        index += 1
        if relationship.isToMany {
          collection = .collection(
            RelationPath(level: level, steps: steps), of: entity, rest: Array(names[index...]))
        }
        continue
      }
      let rest = Array(names[index...])
      let path = RelationPath(level: level, steps: steps)
      if let column = try column(rest, of: entity) { return collection ?? .column(path, column, of: entity) }
      if name == "entity", rest.count == 1 || rest == ["entity", "name"] {
        return collection ?? .entityName(path, of: entity)
      }
      throw PropertyLookup.failure(rest, of: names, in: entity, model: model)
    }
    guard let collection else { throw PropertyLookup.failure(names, of: names, in: start, model: model) }
    return collection
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
