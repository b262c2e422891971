import GraphModel
import GraphValues

/// The sides of comparisons.
extension Resolver {
  /// A side of a comparison.
  enum Side {
    /// A column of the object at hand.
    case column(QueryColumn)
    case constant(AttributeValue)
    /// A column of another object.
    case reach(RelationPath, QueryColumn, of: ResolvedEntity)
    /// Something that is worked out, and what its values are.
    case computed(QueryOperand, QueryColumn)
    case collection(RelationPath, QueryExpression)
    case entityName(RelationPath, of: ResolvedEntity)
  }

  mutating func side(_ expression: QueryExpression, place: SourcePlace) throws(QueryError) -> Side {
    switch expression {
    case .keyPath(let path):
      if scopes.isEmpty, path.rest.isEmpty, path.variable == nil, let key = entity.keys[path.first] {
        return .column(QueryColumn(key))
      }
      return try side(path, expression, place: place)
    case .literal(let value): return .constant(value)
    case .object: return object(level: scopes.count)
    case .range:
      throw QueryError(
        .typeMismatch, "a range is compared with a property by BETWEEN or IN", entity: entity.name
      ).at(place)
    case .variable(let name):
      if let level = scope(of: name) { return object(level: level) }
      return .constant(try constant(expression, place: place))
    case .list: return .constant(try constant(expression, place: place))
    case .aggregate(let aggregate): return try side(aggregate, place: place)
    case .function(let function, let arguments): return try side(function, arguments, place: place)
    case .conditional(let node, let first, let second):
      return try side(where: node, first, second, place: place)
    case .invalid(let error): throw error.at(place)
    }
  }

  private func object(level: Int) -> Side {
    if level < scopes.count, let element = scopes[scopes.count - 1 - level].element {
      return level == 0
        ? .column(element) : .reach(RelationPath(level: level, steps: []), element, of: entity(at: level))
    }
    return level == 0
      ? .column(.object) : .reach(RelationPath(level: level, steps: []), .object, of: entity(at: level))
  }

  func entity(at level: Int) -> ResolvedEntity {
    level < scopes.count ? scopes[scopes.count - 1 - level].entity : entity
  }

  private mutating func side(
    _ path: PropertyPath, _ expression: QueryExpression, place: SourcePlace
  ) throws(QueryError) -> Side {
    let target: PathTarget
    do throws(QueryError) {
      target = try self.target(path, place: place)
    } catch {
      guard error.code == .unknownKey, let side = try? member(path, place: place) else { throw error }
      return side
    }
    switch target {
    case .column(let path, let column, let entity):
      note(path)
      return path.isHere ? .column(column) : .reach(path, column, of: entity)
    case .collection(let members, _, let rest):
      if rest.isEmpty {
        note(members)
        return .collection(members, expression)
      }
      throw QueryError(
        .typeMismatch,
        "\"\(path.text)\" leads to many values: compare it with ANY, ALL or NONE before it",
        keyPath: path.text,
        entity: entity.name
      ).at(place)
    case .entityName(let path, let entity):
      note(path)
      return .entityName(path, of: entity)
    }
  }

  /// What is asked of the value that all but the last name lead to, such as the length of a text; nil for others.
  private mutating func member(_ path: PropertyPath, place: SourcePlace) throws(QueryError) -> Side? {
    let names = path.names
    guard let function = names.last.flatMap({ ValueFunction(member: $0) }) else { return nil }
    if names.count > 1 {
      return try side(function, [.keyPath(path.replacing(names.dropLast()))], place: place)
    }
    guard let variable = path.variable else { return nil }
    return try side(function, [.variable(variable)], place: place)
  }

  /// Where a path leads, in the scopes there are.
  private mutating func target(_ path: PropertyPath, place: SourcePlace) throws(QueryError) -> PathTarget {
    do throws(QueryError) {
      let start = try start(of: path)
      return try PathWalker(model: model).target(
        path.names, from: start.entity, level: start.level, first: start.step)
    } catch {
      throw error.at(place)
    }
  }

  /// The members that a path leads to; nil where it leads to one value.
  mutating func members(of path: PropertyPath, place: SourcePlace) throws(QueryError) -> MemberTarget? {
    do throws(QueryError) {
      let start = try start(of: path)
      return try PathWalker(model: model).members(
        path.names, from: start.entity, level: start.level, first: start.step)
    } catch {
      throw error.at(place)
    }
  }

  /// The object at which a path begins, how far out it is, and the step to it where it is none in sight.
  private mutating func start(
    of path: PropertyPath
  ) throws(QueryError) -> (entity: ResolvedEntity, level: Int, step: RelationStep?) {
    if let id = path.object {
      guard let entity = model[id.home.entity] else {
        throw QueryError(
          .unknownKey, "there is no entity \(id.home.entity)", keyPath: path.text, entity: self.entity.name)
      }
      // An object of another store is none here.
      let isOfStore = store.map { $0 == id.storeIdentifier } ?? true
      let number = add(isOfStore ? .reference(id) : .null)
      return (entity, scopes.count, RelationStep(literal: number, of: entity))
    }
    guard let variable = path.variable else { return (entity, scopes.count, nil) }
    guard let level = scope(of: variable) else {
      throw QueryError(
        .missingVariable, "the variable $\(variable) has no value", keyPath: path.text, entity: entity.name)
    }
    guard scopes[scopes.count - 1 - level].element == nil else {
      throw QueryError(
        .unknownKey, "the element of an array has no properties", keyPath: path.text,
        entity: entity.name)
    }
    return (entity(at: level), level, nil)
  }

  // MARK: Aggregates

  private mutating func side(
    _ aggregate: CollectionAggregate, place: SourcePlace
  ) throws(QueryError) -> Side {
    let name = aggregate.function.plain.rawValue
    guard let members = try members(of: aggregate.collection, place: place),
      aggregate.filter == nil || members.rest.isEmpty, aggregate.value == nil || members.element == nil
    else {
      throw QueryError(
        .typeMismatch,
        "\"\(aggregate.collection.text)\" of \(entity.name) leads to no collection; "
          + "@\(name) takes a relationship to many or an array",
        keyPath: aggregate.collection.text,
        entity: entity.name
      ).at(place)
    }
    note(members.path)
    let names = members.rest + (aggregate.value?.names ?? [])
    return try within(
      members.entity, as: aggregate.filter?.variable, element: members.element
    ) { (resolver) throws(QueryError) in
      let filter = try aggregate.filter.map { (filter) throws(QueryError) in
        try resolver.shape(of: filter.node)
      }
      var value: (operand: QueryOperand, column: QueryColumn)?
      if let first = names.first {
        value = try resolver.value(
          PropertyPath(first, rest: Array(names.dropFirst())), of: members.entity, for: aggregate.function,
          place: place)
      } else if aggregate.function != .count {
        value = try resolver.value(of: members, for: aggregate, place: place)
      }
      return .computed(
        .aggregate(aggregate.function, members.path, filter: filter, value: value?.operand),
        value?.column ?? .values(of: .int64, isOptional: false))
    }
  }

  /// The members themselves as the values of an aggregate.
  private func value(
    of members: MemberTarget, for aggregate: CollectionAggregate, place: SourcePlace
  ) throws(QueryError) -> (QueryOperand, QueryColumn) {
    let column = members.element ?? .object
    guard let result = column.result(of: aggregate.function) else {
      let name = aggregate.function.plain.rawValue
      throw QueryError(
        .typeMismatch,
        members.element.map { "@\(name) of \($0.kind.phrase) is not defined" }
          ?? "@\(name) takes a property of each member, as in \"\(aggregate.collection.text).@\(name).price\"",
        keyPath: aggregate.collection.text, entity: entity.name
      ).at(place)
    }
    return (.column(.here, column), result)
  }

  /// The values that an aggregate works on, and what comes out of them.
  private mutating func value(
    _ path: PropertyPath, of member: ResolvedEntity, for function: CollectionAggregate.Function,
    place: SourcePlace
  ) throws(QueryError) -> (QueryOperand, QueryColumn) {
    let target: PathTarget
    do throws(QueryError) {
      target = try PathWalker(model: model).target(path.names, from: member, level: 0)
    } catch {
      throw error.at(place)
    }
    guard case .column(let way, let column, _) = target else {
      throw QueryError(
        .typeMismatch,
        "@\(function.plain.rawValue) takes one value of each member, and \"\(path.text)\" is none",
        keyPath: path.text, entity: member.name
      ).at(place)
    }
    note(way)
    guard let result = column.result(of: function) else {
      throw QueryError(
        .typeMismatch,
        "@\(function.plain.rawValue) of \(column.kind.phrase) (\"\(path.text)\") is not defined",
        keyPath: path.text, entity: member.name
      ).at(place)
    }
    return (.column(way, column), result)
  }
}

extension QueryColumn {
  /// What an aggregate of the column's values is; nil where there is none.
  func result(of function: CollectionAggregate.Function) -> QueryColumn? {
    let kind: Kind
    var scale: Int16 = -1
    switch (function.plain, self.kind) {
    case (.count, _): return .values(of: .int64, isOptional: false)
    case (.minimum, .array), (.minimum, .codable), (.minimum, .external), (.minimum, .reference),
      (.minimum, .object), (.maximum, .array), (.maximum, .codable), (.maximum, .external),
      (.maximum, .reference), (.maximum, .object):
      return nil
    case (.minimum, _), (.maximum, _):
      return QueryColumn(slot: 0, kind: self.kind, isOptional: true, storedScale: storedScale)
    case (.sum, .int16), (.sum, .int32), (.sum, .int64):
      return QueryColumn(slot: 0, kind: .int64, isOptional: false, storedScale: -1)
    case (.sum, .decimal):
      kind = .decimal
      scale = storedScale
      return QueryColumn(slot: 0, kind: kind, isOptional: false, storedScale: scale)
    case (.sum, .double), (.sum, .float), (.average, .double), (.average, .float), (.average, .int16),
      (.average, .int32), (.average, .int64):
      kind = .double
    case (.average, .decimal): kind = .double
    default: return nil
    }
    return QueryColumn(slot: 0, kind: kind, isOptional: true, storedScale: scale)
  }
}
