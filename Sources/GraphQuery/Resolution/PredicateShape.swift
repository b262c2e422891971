/// A resolved predicate without its constants: what the text of its SQL depends on.
///
/// Constants are numbered in the order of the tree; a shape holds their numbers.
package enum PredicateShape: Sendable, Hashable {
  case constant(Bool)
  case isNull(QueryColumn)
  case isNotNull(QueryColumn)
  /// A column and the constant of a number, which is of the column's kind and not null.
  case compare(QueryColumn, ValueRelation, literal: Int32)
  /// Two columns whose values can be compared.
  case compareColumns(QueryColumn, ValueRelation, QueryColumn)
  /// A text column and a constant text.
  case text(QueryColumn, TextTest, StringComparisonOptions, literal: Int32)
  /// A constant text, and a text column as the operand that it is searched for.
  case textOfLiteral(literal: Int32, TextTest, StringComparisonOptions, QueryColumn)
  /// Two text columns.
  case textOfColumns(QueryColumn, TextTest, StringComparisonOptions, QueryColumn)
  /// A column and a constant list of its kind, without null. With options, the list holds texts brought into the
  /// form in which they are compared.
  case isIn(QueryColumn, StringComparisonOptions, literal: Int32)
  /// The object is of one of the entities with these numbers.
  case entity([Int32])
  /// The entity's full-text index finds the object by the constant, which is in FTS5's syntax.
  case fullText(literal: Int32)
  /// A spatial index may find the object by the constants of a box, two an axis; what decides stands beside it.
  case spatialCandidate(SpatialIndexKey, ends: [Int32], contains: Bool)
  /// There is an object on a path for which a shape holds. It sees that object as the one at hand, and what is at
  /// hand here one level further out.
  indirect case exists(RelationPath, PredicateShape)
  /// A comparison of operands, which stand in it as columns: ``QueryColumn/operand``.
  indirect case values([QueryOperand], PredicateShape)
  case and([PredicateShape])
  case or([PredicateShape])
  indirect case not(PredicateShape)
}

extension PredicateShape {
  /// Whether other objects decide too whether it holds.
  var followsRelationships: Bool {
    switch self {
    case .exists(let path, let shape):
      path.level != 0 || path.steps.contains { $0.dependency != nil } || shape.followsRelationships
    case .values(let operands, let shape):
      shape.followsRelationships || operands.contains(where: \.followsRelationships)
    case .and(let shapes), .or(let shapes): shapes.contains { $0.followsRelationships }
    case .not(let shape): shape.followsRelationships
    default: false
    }
  }
}

/// How two values of one kind are compared.
package enum ValueRelation: UInt8, Sendable, Hashable {
  case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual

  init?(_ comparison: ComparisonOperator) {
    switch comparison {
    case .equal: self = .equal
    case .notEqual: self = .notEqual
    case .less: self = .less
    case .lessOrEqual: self = .lessOrEqual
    case .greater: self = .greater
    case .greaterOrEqual: self = .greaterOrEqual
    default: return nil
    }
  }

  /// The relation that holds with the sides exchanged.
  var flipped: ValueRelation {
    switch self {
    case .equal: .equal
    case .notEqual: .notEqual
    case .less: .greater
    case .lessOrEqual: .greaterOrEqual
    case .greater: .less
    case .greaterOrEqual: .lessOrEqual
    }
  }

  /// The relation that holds, between values that are not nil, where this one does not.
  package var opposite: ValueRelation {
    switch self {
    case .equal: .notEqual
    case .notEqual: .equal
    case .less: .greaterOrEqual
    case .lessOrEqual: .greater
    case .greater: .lessOrEqual
    case .greaterOrEqual: .less
    }
  }

  /// Whether the relation holds between values of which the first is smaller (negative), equal or larger.
  @inline(__always)
  func holds(_ order: Int) -> Bool {
    switch self {
    case .equal: order == 0
    case .notEqual: order != 0
    case .less: order < 0
    case .lessOrEqual: order <= 0
    case .greater: order > 0
    case .greaterOrEqual: order >= 0
    }
  }
}

/// What is asked of two texts.
package enum TextTest: UInt8, Sendable, Hashable, CaseIterable {
  case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual
  case contains, beginsWith, endsWith, like, matches

  init?(_ comparison: ComparisonOperator) {
    switch comparison {
    case .equal: self = .equal
    case .notEqual: self = .notEqual
    case .less: self = .less
    case .lessOrEqual: self = .lessOrEqual
    case .greater: self = .greater
    case .greaterOrEqual: self = .greaterOrEqual
    case .contains: self = .contains
    case .beginsWith: self = .beginsWith
    case .endsWith: self = .endsWith
    case .like: self = .like
    case .matches: self = .matches
    case .between, .isIn: return nil
    }
  }

  var relation: ValueRelation? { ValueRelation(rawValue: rawValue) }
}
