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
    level == 0
      ? .column(.object) : .reach(RelationPath(level: level, steps: []), .object, of: entity(at: level))
  }

  func entity(at level: Int) -> ResolvedEntity {
    level < scopes.count ? scopes[scopes.count - 1 - level].entity : entity
  }

  private mutating func side(
    _ path: PropertyPath, _ expression: QueryExpression, place: SourcePlace
  ) throws(QueryError) -> Side {
    switch try target(path, place: place) {
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

  /// Where a path leads, in the scopes there are.
  func target(_ path: PropertyPath, place: SourcePlace) throws(QueryError) -> PathTarget {
    let level: Int
    if let variable = path.variable {
      guard let found = scope(of: variable) else {
        throw QueryError(
          .unsupported,
          "a key path of a variable that no SUBQUERY names (\"\(path.text)\") is not supported yet",
          keyPath: path.text, entity: entity.name
        ).at(place)
      }
      level = found
    } else {
      level = scopes.count
    }
    do throws(QueryError) {
      return try PathWalker(model: model).target(path.names, from: entity(at: level), level: level)
    } catch {
      throw error.at(place)
    }
  }

  // MARK: Aggregates

  private mutating func side(
    _ aggregate: CollectionAggregate, place: SourcePlace
  ) throws(QueryError) -> Side {
    guard
      case .collection(let members, let member, let rest) = try target(aggregate.collection, place: place),
      rest.isEmpty
    else {
      throw QueryError(
        .typeMismatch,
        "\"\(aggregate.collection.text)\" of \(entity.name) leads to no collection; "
          + "@\(aggregate.function.rawValue) takes a relationship to many",
        keyPath: aggregate.collection.text,
        entity: entity.name
      ).at(place)
    }
    note(members)
    return try within(member, as: aggregate.filter?.variable) { (resolver) throws(QueryError) in
      let filter = try aggregate.filter.map { (filter) throws(QueryError) in
        try resolver.shape(of: filter.node)
      }
      guard let path = aggregate.value else {
        let count = QueryColumn(slot: 0, kind: .int64, isOptional: false, storedScale: -1)
        return .computed(.aggregate(aggregate.function, members, filter: filter, value: nil), count)
      }
      let (value, column) = try resolver.value(path, of: member, for: aggregate.function, place: place)
      return .computed(.aggregate(aggregate.function, members, filter: filter, value: value), column)
    }
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
        .typeMismatch, "@\(function.rawValue) takes one value of each member, and \"\(path.text)\" is none",
        keyPath: path.text, entity: member.name
      ).at(place)
    }
    note(way)
    guard let result = column.result(of: function) else {
      throw QueryError(
        .typeMismatch,
        "@\(function.rawValue) of \(column.kind.phrase) (\"\(path.text)\") is not defined",
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
    switch (function, self.kind) {
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
