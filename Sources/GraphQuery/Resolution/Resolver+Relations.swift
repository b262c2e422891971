import GraphModel
import GraphValues

/// Comparisons that look at other objects.
extension Resolver {
  mutating func shape(
    _ left: Side, _ comparison: Comparison, _ right: Side
  ) throws(QueryError) -> PredicateShape {
    switch (left, right) {
    case (.entityName(let path, let entity), .constant(let value)):
      return try shape(ofEntity: entity, at: path) { (name) throws(QueryError) in
        try ConstantComparison.holds(name, comparison, value)
      }
    case (.constant(let value), .entityName(let path, let entity)):
      return try shape(ofEntity: entity, at: path) { (name) throws(QueryError) in
        try ConstantComparison.holds(value, comparison, name)
      }
    case (.collection(_, let collection), _) where comparison.comparison == .contains:
      return try contains(collection, comparison.right, comparison)
    case (_, .collection(_, let collection)) where comparison.comparison == .isIn:
      return try contains(collection, comparison.left, comparison)
    case (.collection, _), (_, .collection):
      throw mismatch(
        "a relationship to many is compared by CONTAINS, by @count, or with ANY, ALL or NONE before it",
        comparison, place: comparison.operatorPlace)
    case (.reach(let path, .object, _), .constant(.null)) where !path.steps.isEmpty,
      (.constant(.null), .reach(let path, .object, _)) where !path.steps.isEmpty:
      switch comparison.comparison {
      case .equal: return .not(.exists(path, .constant(true)))
      case .notEqual: return .exists(path, .constant(true))
      default: return .constant(false)
      }
    case (.reach(let path, let column, let entity), .constant(let value)):
      return try reached(path, entity) { (resolver) throws(QueryError) in
        try resolver.shape(column, comparison, value)
      }
    case (.constant(let value), .reach(let path, let column, let entity)):
      return try reached(path, entity) { (resolver) throws(QueryError) in
        try resolver.shape(value, comparison, column)
      }
    case (.computed(let operand, let column), .constant(let value)):
      if let shape = Self.existence(operand, comparison.comparison, value) { return shape }
      operandRoots = [nil]
      return .comparing(
        [operand], try shape(column.asOperand(0, isOptional: column.isOptional), comparison, value))
    case (.constant(let value), .computed(let operand, let column)):
      if let shape = comparison.comparison.flipped.flatMap({ Self.existence(operand, $0, value) }) {
        return shape
      }
      operandRoots = [nil]
      return .comparing(
        [operand], try shape(value, comparison, column.asOperand(0, isOptional: column.isOptional)))
    default:
      guard let first = operand(left), let second = operand(right) else {
        throw mismatch(
          "the name of an entity is compared with constants", comparison, place: comparison.operatorPlace)
      }
      let (one, other) = first.aligned(with: second)
      operandRoots = [one.root, other.root]
      return .comparing(
        [one.operand, other.operand],
        try shape(
          one.column.asOperand(0, isOptional: one.column.isOptional), comparison,
          other.column.asOperand(1, isOptional: other.column.isOptional)))
    }
  }

  // MARK: To-one

  /// A comparison with a column of another object; nil is compared where there is no such object.
  private mutating func reached(
    _ path: RelationPath, _ entity: ResolvedEntity,
    _ comparison: (inout Resolver) throws(QueryError) -> PredicateShape
  ) throws(QueryError) -> PredicateShape {
    let shape = try within(entity) { (resolver) throws(QueryError) in try comparison(&resolver) }
    if path.steps.isEmpty { return .exists(path, shape) }
    return try shape.matches(NoObject(), literals, nil)
      ? .not(.exists(path, .not(shape))) : .exists(path, shape)
  }

  private mutating func shape(
    ofEntity entity: ResolvedEntity, at path: RelationPath,
    _ holds: (AttributeValue) throws(QueryError) -> Bool
  ) throws(QueryError) -> PredicateShape {
    var numbers: [Int32] = []
    let family = model.family(ofRoot: entity.rootName).filter { entity.familyNumbers.contains($0.number) }
    for member in family where try holds(.string(member.name)) {
      numbers.append(Int32(truncatingIfNeeded: member.number))
    }
    let shape: PredicateShape =
      numbers.isEmpty ? .constant(false) : numbers.count == family.count ? .constant(true) : .entity(numbers)
    if path.isHere { return shape }
    if path.steps.isEmpty { return .exists(path, shape) }
    return try holds(.null) ? .not(.exists(path, .not(shape))) : .exists(path, shape)
  }

  // MARK: To-many

  /// A comparison with members of a collection.
  mutating func shape(
    of comparison: Comparison, for quantifier: Quantifier
  ) throws(QueryError) -> PredicateShape {
    switch comparison.left {
    case .literal(.array(let elements)):
      return try shape(of: comparison, elements.map { .literal($0) }, for: quantifier)
    case .list(let elements): return try shape(of: comparison, elements, for: quantifier)
    default: break
    }
    guard case .keyPath(let path) = comparison.left,
      let members = try members(of: path, place: comparison.leftPlace)
    else {
      throw mismatch(
        "\(quantifier.rawValue) stands before a path that leads through a relationship to many, or to an array",
        comparison, place: comparison.leftPlace)
    }
    note(members.path)
    // The member has a name that no text can give, and that differs from those of the members further out.
    let name = " \(scopes.count)"
    let left =
      members.rest.first.map {
        QueryExpression.keyPath(PropertyPath($0, rest: Array(members.rest.dropFirst()), of: name))
      } ?? .variable(name)
    let single = comparison.of(left)
    let shape = try within(members.entity, as: name, element: members.element) {
      (resolver) throws(QueryError) in
      try resolver.shape(of: single)
    }
    return switch quantifier {
    case .any: .exists(members.path, shape)
    case .none: .not(.exists(members.path, shape))
    case .all: .not(.exists(members.path, .not(shape)))
    }
  }

  /// A comparison with the elements of a list.
  private mutating func shape(
    of comparison: Comparison, _ elements: [QueryExpression], for quantifier: Quantifier
  ) throws(QueryError) -> PredicateShape {
    try count(terms: elements.count)
    var shapes: [PredicateShape] = []
    for element in elements { shapes.append(try shape(of: comparison.of(element))) }
    return switch quantifier {
    case .any: .or(shapes)
    case .all: .and(shapes)
    case .none: .not(.or(shapes))
    }
  }

  /// IN and CONTAINS with the members of a collection or the elements of an array; nil for texts and lists.
  mutating func searched(_ comparison: Comparison) throws(QueryError) -> PredicateShape? {
    let isIn = comparison.comparison == .isIn
    switch isIn ? comparison.right : comparison.left {
    case .list(let elements) where !isIn:
      return try shape(
        of: comparison.replacing(left: comparison.right, comparison: .isIn, right: comparison.left), elements)
    case .keyPath(let path):
      if path.rest.isEmpty, path.variable == nil, path.object == nil, let key = entity.keys[path.first],
        key.codec?.isArray != true
      {
        return nil
      }
      // What is wrong with the path is said where it is taken for a value.
      guard (try? members(of: path, place: .none)) != nil else { return nil }
      return try contains(
        .keyPath(path), isIn ? comparison.left : comparison.right, comparison)
    default: return nil
    }
  }

  /// Whether an element is a member, or all elements of a list are.
  private mutating func contains(
    _ collection: QueryExpression, _ element: QueryExpression, _ comparison: Comparison
  ) throws(QueryError) -> PredicateShape {
    let elements: [QueryExpression]
    switch element {
    case .literal(.array(let values)): elements = values.map { .literal($0) }
    case .list(let expressions): elements = expressions
    default: return try contains(single: element, collection, comparison)
    }
    try count(terms: elements.count)
    var shapes: [PredicateShape] = []
    shapes.reserveCapacity(elements.count)
    for element in elements { shapes.append(try contains(single: element, collection, comparison)) }
    return .and(shapes)
  }

  private mutating func contains(
    single element: QueryExpression, _ collection: QueryExpression, _ comparison: Comparison
  ) throws(QueryError) -> PredicateShape {
    try shape(
      of: Comparison(
        collection, .equal, element, options: comparison.options, quantifier: .any,
        leftPlace: comparison.operatorPlace, operatorPlace: comparison.operatorPlace,
        rightPlace: comparison.operatorPlace), for: .any)
  }

  /// A count that is asked only whether it is zero.
  private static func existence(
    _ operand: QueryOperand, _ comparison: ComparisonOperator, _ value: AttributeValue
  ) -> PredicateShape? {
    guard case .aggregate(.count, let members, let filter, nil) = operand, case .int(let number) = value
    else { return nil }
    let exists = PredicateShape.exists(members, filter ?? .constant(true))
    switch (comparison, number) {
    case (.greater, 0), (.greaterOrEqual, 1), (.notEqual, 0): return exists
    case (.equal, 0), (.less, 1), (.lessOrEqual, 0): return .not(exists)
    default: return nil
    }
  }
}

extension Comparison {
  /// The comparison with a single value instead of many on the left.
  fileprivate func of(_ left: QueryExpression) -> Comparison {
    Comparison(
      left, comparison, right, options: options, leftPlace: leftPlace, operatorPlace: operatorPlace,
      rightPlace: rightPlace)
  }
}

extension PredicateShape {
  /// A comparison of operands; itself where it turned out to ask nothing of them.
  fileprivate static func comparing(_ operands: [QueryOperand], _ shape: PredicateShape) -> PredicateShape {
    shape.isConstant ? shape : .values(operands, shape)
  }

  private var isConstant: Bool {
    switch self {
    case .constant: true
    case .and(let shapes), .or(let shapes): shapes.allSatisfy { $0.isConstant }
    case .not(let shape): shape.isConstant
    default: false
    }
  }
}
