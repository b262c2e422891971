import Foundation
package import GraphModel
package import GraphQuery
import GraphValues
package import GraphstoreTestSupport

/// Random graphs, relationship predicates and sorts over ``Relations``.
package struct RandomGraph {
  package var random: SeededGenerator
  private let model = Relations.model

  package init(_ random: SeededGenerator) { self.random = random }

  // MARK: Graphs

  package mutating func graph() -> ReferenceGraph {
    let graph = ReferenceGraph(model)
    for entity in model.entities where !entity.isAbstract {
      for _ in 0..<Int.random(in: 2...8, using: &random) { _ = graph.add(entity) }
    }
    for node in graph.nodes.values.joined().sorted(by: {
      ($0.entity.index, $0.objectKey) < ($1.entity.index, $1.objectKey)
    }) {
      for property in node.entity.properties {
        if property.isOptional, random.chance(30) { continue }
        node.values[property.slot] =
          property.relationship.flatMap { reference(to: $0.destination, graph) }
          ?? property.attribute.map { attribute in
            attribute.isArray
              ? .array((0..<Int.random(in: 0...3, using: &random)).map { _ in value(of: attribute.type) })
              : value(of: attribute.type)
          } ?? .null
      }
      for property in node.entity.hiddenProperties where random.chance(70) {
        node.values[property.slot] = .int(random.pick([1, 2, 3, 5]))
      }
    }
    for join in model.joins {
      let source = model.relationships[join.source]
      let owners = model[source.owner].map { graph.objects(of: $0) } ?? []
      let members = graph.objects(of: model.destination(of: source))
      for owner in owners {
        for member in members where random.chance(25) {
          var pair = ReferenceGraph.Pair(source: owner.objectKey, target: member.objectKey)
          if join.isSelfInverse, pair.source > pair.target {
            pair = ReferenceGraph.Pair(source: pair.target, target: pair.source)
          }
          graph.pairs[join.index].insert(pair)
          if random.chance(70) { graph.places[join.index][pair] = random.pick([1, 2, 3, 5]) }
        }
      }
    }
    return graph
  }

  private mutating func reference(to entity: String, _ graph: ReferenceGraph) -> AttributeValue? {
    guard let resolved = model[entity] else { return nil }
    let objects = graph.objects(of: resolved)
    return objects.isEmpty
      ? nil : .reference(id(objects[Int.random(in: 0..<objects.count, using: &random)].objectKey, entity))
  }

  private func id(_ key: Int64, _ entity: String) -> ObjectID {
    let root = model[entity]?.rootName ?? entity
    return ObjectID(home: ObjectHome(store: Relations.store, entity: entity, root: root), key: key)
  }

  private mutating func value(of type: AttributeType) -> AttributeValue {
    switch type {
    case .int64: .int(random.pick([0, 1, 2, 3, 5, -1]))
    case .double: .double(random.pick([0, 0.5, 1.5, -2, 8]))
    case .decimal: .decimal(random.pick([0, 1, Decimal(string: "1.5") ?? 0, Decimal(string: "-0.25") ?? 0]))
    case .date: .date(Date(timeIntervalSinceReferenceDate: random.pick([0, 1, 2.5])))
    default: .string(random.pick(["", "a", "A", "b", "ab", "é"]))
    }
  }

  // MARK: Predicates

  package mutating func predicate(on entity: ResolvedEntity, depth: Int) -> QueryPredicate {
    let node = node(on: entity, variables: [], depth: depth)
    return QueryPredicate(node, depth: 10)
  }

  private mutating func node(
    on entity: ResolvedEntity, variables: [(String, ResolvedEntity)], depth: Int
  ) -> PredicateNode {
    if depth > 0 {
      switch Int.random(in: 0..<8, using: &random) {
      case 0:
        let predicates = (0..<2).map { _ in
          QueryPredicate(node(on: entity, variables: variables, depth: depth - 1), depth: 10)
        }
        return QueryPredicate.all(predicates).node
      case 1:
        let predicates = (0..<2).map { _ in
          QueryPredicate(node(on: entity, variables: variables, depth: depth - 1), depth: 10)
        }
        return QueryPredicate.any(predicates).node
      case 2: return .not(node(on: entity, variables: variables, depth: depth - 1))
      default: break
      }
    }
    return .comparison(comparison(on: entity, variables: variables, depth: depth))
  }

  private mutating func comparison(
    on entity: ResolvedEntity, variables: [(String, ResolvedEntity)], depth: Int
  ) -> Comparison {
    // The object that the comparison is about: the predicate's own, or a member.
    let (variable, start): (String?, ResolvedEntity) =
      variables.isEmpty || random.chance(25)
      ? (nil, entity) : random.pick(variables.map { ($0.0, $0.1) })
    switch Int.random(in: 0..<10, using: &random) {
    case 0, 1:
      if let (path, end) = path(from: start, variable, toMany: true) {
        let value = leaf(of: end)
        let whole = value.map { PropertyPath(path.first, rest: path.rest + $0.0, of: variable) } ?? path
        let right =
          random.chance(15) ? side(entity, variables) : value?.1 ?? .literal(.reference(id(3, end.name)))
        return Comparison(
          .keyPath(whole), value == nil ? .equal : random.pick(Self.operators), right,
          quantifier: random.pick([Quantifier.any, .all, Quantifier.none]))
      }
    case 2, 3:
      if let (path, end) = path(from: start, variable, toMany: true) {
        return Comparison(
          aggregate(path, end, entity, variables, depth), random.pick(Self.operators),
          random.chance(20) ? side(entity, variables) : .literal(value(of: .int64)))
      }
    case 4:
      if let (path, end) = path(from: start, variable, toMany: true) {
        let element =
          random.chance(20)
          ? side(entity, variables)
          : .literal(.reference(id(Int64.random(in: 1...8, using: &random), end.name)))
        return random.chance(50)
          ? Comparison(.keyPath(path), .contains, element) : Comparison(element, .isIn, .keyPath(path))
      }
    case 5:
      let names = path(from: start, variable, toMany: false)?.0
      let whole = PropertyPath(
        names?.first ?? "entity", rest: names.map { $0.rest + ["entity", "name"] } ?? ["name"], of: variable)
      return Comparison(
        .keyPath(whole), random.pick([.equal, .notEqual, .beginsWith, .isIn]),
        random.pick([
          .literal(.string(random.pick(["Company", "Person", "B", "Author"]))),
          .literal(.array([.string("Bank"), .string("Post")])),
        ]))
    case 6: return Comparison(side(entity, variables), random.pick(Self.operators), side(entity, variables))
    default: break
    }
    let end = path(from: start, variable, toMany: false)
    guard let (names, constant) = leaf(of: end?.1 ?? start) else {
      return Comparison(.object, .equal, .literal(.reference(id(2, start.name))))
    }
    let all = (end.map { $0.0.names } ?? []) + names
    return Comparison(
      .keyPath(PropertyPath(all[0], rest: Array(all.dropFirst()), of: variable)), random.pick(Self.operators),
      random.chance(15) ? .literal(.null) : constant)
  }

  private static let operators: [ComparisonOperator] = [
    .equal, .notEqual, .less, .greaterOrEqual, .greater, .isIn, .contains, .beginsWith, .between,
  ]

  private mutating func aggregate(
    _ path: PropertyPath, _ end: ResolvedEntity, _ entity: ResolvedEntity,
    _ variables: [(String, ResolvedEntity)], _ depth: Int
  ) -> QueryExpression {
    let function = random.pick([
      CollectionAggregate.Function.count, .count, .sum, .average, .minimum, .maximum, .distinctCount,
      .distinctSum, .distinctAverage,
    ])
    var filter: CollectionAggregate.Filter?
    if depth > 0, random.chance(70) {
      let name = "v\(variables.count)"
      filter = CollectionAggregate.Filter(
        variable: name, node: node(on: entity, variables: variables + [(name, end)], depth: depth - 1))
    }
    let numbers = end.properties.filter { [.int64, .double, .decimal].contains($0.attribute?.type) }
    let isBare = numbers.isEmpty || (function == .count && random.chance(70))
    let value = isBare ? nil : random.pick(numbers).name
    return .aggregate(
      CollectionAggregate(
        value == nil ? .count : function, of: path, where: filter, value: value.map { PropertyPath($0) }))
  }

  /// A property, or a property of another object, of any object in sight.
  private mutating func side(_ entity: ResolvedEntity, _ variables: [(String, ResolvedEntity)])
    -> QueryExpression
  {
    if random.chance(15) { return .object }
    if random.chance(8) {
      // A path of an object that a constant names.
      let start = random.pick(model.entities)
      let end = path(from: start, nil, toMany: false)
      if let (names, _) = leaf(of: end?.1 ?? start) {
        let all = (end.map { $0.0.names } ?? []) + names
        let object = id(Int64.random(in: 1...8, using: &random), start.name)
        return .keyPath(PropertyPath(all[0], rest: Array(all.dropFirst()), from: object))
      }
    }
    let (variable, start): (String?, ResolvedEntity) =
      variables.isEmpty || random.chance(40) ? (nil, entity) : random.pick(variables.map { ($0.0, $0.1) })
    if variable != nil, random.chance(15) { return .variable(variable ?? "") }
    let end = path(from: start, variable, toMany: false)
    guard let (names, _) = leaf(of: end?.1 ?? start) else { return .literal(.null) }
    let all = (end.map { $0.0.names } ?? []) + names
    return .keyPath(PropertyPath(all[0], rest: Array(all.dropFirst()), of: variable))
  }

  /// The names of a property, and a constant to compare it with; nil for the object itself.
  private mutating func leaf(of entity: ResolvedEntity) -> ([String], QueryExpression)? {
    if random.chance(10) { return nil }
    // Properties of entities that inherit are there too.
    let all = model.family(ofRoot: entity.rootName)
      .filter { entity.familyNumbers.contains($0.number) }.flatMap(\.properties)
    let property = random.pick(all)
    if let attribute = property.attribute, attribute.isArray {
      let place = random.chance(40) ? [] : [random.pick(["[0]", "[LAST]"])]
      return ([property.name] + place, .literal(value(of: attribute.type)))
    }
    guard let attribute = property.attribute else {
      let destination = property.relationship?.destination ?? ""
      return ([property.name], .literal(.reference(id(Int64.random(in: 1...8, using: &random), destination))))
    }
    if random.chance(20) {
      return ([property.name], .literal(.array([value(of: attribute.type), value(of: attribute.type)])))
    }
    return ([property.name], .literal(value(of: attribute.type)))
  }

  /// A path of one or some relationships.
  private mutating func path(
    from start: ResolvedEntity, _ variable: String?, toMany: Bool
  ) -> (PropertyPath, ResolvedEntity)? {
    var names: [String] = []
    var entity = start
    var isToMany = false
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      let candidates = entity.relationships.filter {
        !$0.isImplicit && (toMany || !$0.isToMany || $0.isOrdered)
      }
      if candidates.isEmpty { break }
      let relationship = random.pick(candidates)
      names.append(relationship.name)
      isToMany = relationship.isToMany
      if isToMany, relationship.isOrdered, !toMany || random.chance(30) {
        names.append(random.pick(["[0]", "[1]", "[LAST]"]))
        isToMany = false
      }
      entity = model.destination(of: relationship)
    }
    if toMany, !isToMany {
      let candidates = entity.relationships.filter { !$0.isImplicit && $0.isToMany }
      if candidates.isEmpty { return nil }
      let relationship = random.pick(candidates)
      names.append(relationship.name)
      entity = model.destination(of: relationship)
    }
    guard let first = names.first else { return nil }
    return (PropertyPath(first, rest: Array(names.dropFirst()), of: variable), entity)
  }

  // MARK: Sorts

  package mutating func sort(on entity: ResolvedEntity) -> [SortKey] {
    (0..<Int.random(in: 1...3, using: &random)).compactMap { _ in
      let end = path(from: entity, nil, toMany: false)
      guard let (names, _) = leaf(of: end?.1 ?? entity) else { return nil }
      return SortKey(
        ((end.map { $0.0.names } ?? []) + names).joined(separator: "."), ascending: random.chance(50))
    }
  }
}
