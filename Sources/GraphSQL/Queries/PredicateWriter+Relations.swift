import GraphModel
import GraphQuery

/// Conditions on other objects.
///
/// `"author" IN (SELECT "_id" FROM "Author" …)` works out the authors once, and lets SQLite go from them to their
/// posts by the index of the column. `EXISTS` looks at the author of each post. The former is the faster one by far
/// wherever not few posts are looked at anyway, and wherever an index finds the authors.
extension PredicateWriter {
  mutating func existence(
    _ path: RelationPath, _ shape: PredicateShape, negated: Bool
  ) throws(QueryError) -> SQLCondition {
    if path.steps.isEmpty {
      return try within(columns(at: path.level), isSubquery: false) { (writer) throws(QueryError) in
        try writer.condition(shape, negated: negated)
      }
    }
    let chain = try chain(path, keysOnly: shape.needsKeyOnly)
    let isList =
      chain.hasKey && !shape.looksOut(beyond: 0) && (!isNarrowed || isServed(shape, of: chain.target.entity))
    let condition = try within(chain.target, isSubquery: true) { (writer) throws(QueryError) in
      writer.isNarrowed = !isList
      return try writer.condition(shape, negated: false)
    }
    var conditions = chain.conditions
    if !isList, chain.hasKey { conditions.insert("\(chain.inner) = \(chain.outer)", at: 0) }
    if isList, negated, chain.innerIsNullable { conditions.append("\(chain.inner) IS NOT NULL") }
    if shape != .constant(true) { conditions.append(condition.closedText) }
    let rest =
      " FROM \(chain.tables)"
      + (conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND ")) + ")"
    let text: String
    if !isList {
      text = (negated ? "NOT " : "") + "EXISTS (SELECT 1" + rest
    } else if negated {
      let list = "\(chain.listed) NOT IN (SELECT \(chain.inner)" + rest
      text = chain.outerIsNullable ? "(\(chain.listed) IS NULL OR \(list))" : list
    } else {
      // An index of the column would only be in the way where most rows are in the list.
      text = (shape.isUnselective ? "+" : "") + "\(chain.listed) IN (SELECT \(chain.inner)" + rest
    }
    return SQLCondition(text, around: condition)
  }

  /// A comparison of operands.
  mutating func comparison(
    of operands: [QueryOperand], _ shape: PredicateShape, negated: Bool
  ) throws(QueryError) -> SQLCondition {
    var texts: [String] = []
    var deepest: SQLCondition?
    for operand in operands {
      let (text, condition) = try self.text(of: operand)
      texts.append(text)
      if let condition, condition.parserDepth > deepest?.parserDepth ?? 0 { deepest = condition }
    }
    let comparison = try within(columns(at: 0).with(operands: texts), isSubquery: false) {
      (writer) throws(QueryError) in
      try writer.condition(shape, negated: negated)
    }
    return SQLCondition(comparison.closedText, around: deepest ?? comparison)
  }

  /// An operand, and the condition within it that costs most to read.
  mutating func text(of operand: QueryOperand) throws(QueryError) -> (String, SQLCondition?) {
    switch operand {
    case .column(let path, let column):
      if path.steps.isEmpty {
        let text = try within(columns(at: path.level), isSubquery: false) { (writer) throws(QueryError) in
          try writer.name(of: column)
        }
        return (text, nil)
      }
      let chain = try chain(path, keysOnly: false)
      let name = try chain.target.name(of: column, qualified: true)
      let text = "(SELECT \(name) FROM \(chain.tables)\(chain.selection([])))"
      return (text, SQLCondition(name))
    case .aggregate(let function, let path, let filter, let value):
      let chain = try chain(path, keysOnly: value == nil && filter?.needsKeyOnly ?? true)
      return try within(chain.target, isSubquery: true) { (writer) throws(QueryError) in
        writer.isNarrowed = true
        let (name, inner) =
          try value.map { (value) throws(QueryError) in try writer.text(of: value) } ?? ("*", nil)
        var conditions: [String] = []
        var condition = inner ?? SQLCondition(name)
        if let filter {
          condition = try writer.condition(filter, negated: false)
          conditions.append(condition.closedText)
        }
        let result = Self.call(function, name, of: value?.columnKind, scale: value?.scale)
        return ("(SELECT \(result) FROM \(chain.tables)\(chain.selection(conditions)))", condition)
      }
    case .literal(let number): return (bind(.value(literal: number, scale: nil)), nil)
    case .function(let function, let arguments, _): return try call(function, arguments)
    case .conditional(let shape, let first, let second): return try choice(shape, first, second)
    }
  }

  /// A call of an aggregate function.
  ///
  /// - Parameters:
  ///   - kind: what the values are, where it is known.
  ///   - scale: the decimal places of decimals that the store has as whole numbers.
  static func call(
    _ function: CollectionAggregate.Function, _ name: String, of kind: QueryColumn.Kind?, scale: Int?
  ) -> String {
    let isUnscaledDecimal = kind == .decimal && scale == nil
    let name = function.isDistinct ? "DISTINCT \(name)" : name
    return switch function.plain {
    case .count, .distinctCount, .distinctSum, .distinctAverage: "count(\(name))"
    case .minimum: "min(\(name))"
    case .maximum: "max(\(name))"
    case .sum where isUnscaledDecimal: "\(DecimalAggregate.sumName)(\(name))"
    case .average where isUnscaledDecimal: "\(DecimalAggregate.averageName)(\(name))"
    case .sum:
      // The sum of no numbers is 0, of an infinity and its opposite NULL.
      kind == .double || kind == .float
        ? "CASE WHEN count(\(name)) = 0 THEN 0.0 ELSE sum(\(name)) END" : "coalesce(sum(\(name)), 0)"
    case .average:
      scale.map { "avg(\(name)) / 1\(String(repeating: "0", count: $0)).0" } ?? "avg(\(name))"
    }
  }

  // MARK: Indexes

  /// Whether an index finds the rows for which a shape holds.
  func isServed(_ shape: PredicateShape, of entity: ResolvedEntity) -> Bool {
    switch shape {
    case .compare(let column, let relation, _):
      relation != .notEqual && schema.hasIndex(on: column, of: entity)
    case .isIn(let column, let options, _): options.isEmpty && schema.hasIndex(on: column, of: entity)
    case .text(let column, .beginsWith, let options, _):
      options.isEmpty && schema.hasIndex(on: column, of: entity)
    case .isNull(let column): schema.hasIndex(on: column, of: entity)
    case .fullText, .spatialCandidate: true
    case .and(let shapes): shapes.contains { isServed($0, of: entity) }
    case .or(let shapes): !shapes.isEmpty && shapes.allSatisfy { isServed($0, of: entity) }
    case .exists(let path, let shape):
      path.level == 0
        && (path.steps.last?.destination(in: schema.model).map { isServed(shape, of: $0) } ?? false)
    default: false
    }
  }

  /// Whether a condition on the object at hand leaves few rows.
  func isNarrow(_ shape: PredicateShape) -> Bool {
    switch shape {
    case .compare(let column, .equal, _), .isIn(let column, [], _):
      schema.hasIndex(on: column, of: columns(at: 0).entity)
    case .and(let shapes): shapes.contains { isNarrow($0) }
    case .fullText, .spatialCandidate: true
    default: false
    }
  }
}

extension PredicateShape {
  /// Whether nothing of an object is asked but its key.
  fileprivate var needsKeyOnly: Bool {
    switch self {
    case .constant: true
    case .compare(let column, _, _), .isIn(let column, _, _): column.isObject
    case .and(let shapes), .or(let shapes): shapes.allSatisfy { $0.needsKeyOnly }
    case .not(let shape): shape.needsKeyOnly
    default: false
    }
  }

  /// Whether it is plain that the condition holds for most objects.
  fileprivate var isUnselective: Bool {
    switch self {
    case .constant, .isNotNull, .compare(_, .notEqual, _), .not: true
    default: false
    }
  }

  /// Whether the condition looks at objects further out than a level.
  func looksOut(beyond level: Int) -> Bool {
    switch self {
    case .exists(let path, let shape): path.level > level || shape.looksOut(beyond: level + 1)
    case .values(let operands, _): operands.contains { $0.looksOut(beyond: level) }
    case .and(let shapes), .or(let shapes): shapes.contains { $0.looksOut(beyond: level) }
    case .not(let shape): shape.looksOut(beyond: level)
    default: false
    }
  }
}

extension QueryOperand {
  fileprivate func looksOut(beyond level: Int) -> Bool {
    switch self {
    case .column(let path, _): path.level > level
    case .aggregate(_, let path, let filter, let value):
      path.level > level || filter?.looksOut(beyond: level + 1) ?? false
        || value?.looksOut(beyond: level + 1) ?? false
    case .literal: false
    case .function(_, let arguments, _): arguments.contains { $0.looksOut(beyond: level) }
    case .conditional(let shape, let first, let second):
      shape.looksOut(beyond: level) || first.looksOut(beyond: level) || second.looksOut(beyond: level)
    }
  }

  fileprivate var columnKind: QueryColumn.Kind? {
    if case .column(_, let column) = self { column.kind } else { nil }
  }
}
