/// A condition on objects of an entity.
///
/// The three spellings all make one of these: Foundation's `#Predicate`, the format language, and operators over
/// generated property tokens. It is a value without a model; the properties it names are looked up when it is
/// used.
///
/// ```swift
/// let recent = try QueryPredicate(format: "newsid > %@ AND text CONTAINS[cd] %@", 10, "cat")
/// let zan = GifModel.Properties.isZan == true
/// request.predicate = recent && zan
/// ```
///
/// The logic is two-valued: `nil != 'x'` is true, an ordering comparison with nil is false, NOT inverts.
public struct QueryPredicate: Sendable {
  package let node: PredicateNode
  /// How deep the tree is.
  let depth: Int

  /// The deepest tree that is built; recursion over trees is safe on any thread's stack
  /// because of it, and SQLite's parser, whose stack is small, takes the SQL.
  package static let depthLimit = 100

  package init(_ node: PredicateNode, depth: Int) {
    if depth > Self.depthLimit {
      self.node = .invalid(
        QueryError(.tooComplex, "the predicate is more than \(Self.depthLimit) levels deep"))
      self.depth = 1
    } else {
      self.node = node
      self.depth = depth
    }
  }

  /// A single comparison.
  package init(_ comparison: Comparison) {
    self.init(.comparing(comparison), depth: 2 + comparison.expressionDepth)
  }

  /// The predicate that holds for every object.
  public static let `true` = QueryPredicate(.constant(true), depth: 1)
  /// The predicate that holds for no object.
  public static let `false` = QueryPredicate(.constant(false), depth: 1)

  /// Whether all the predicates hold; true where there are none.
  public static func all(_ predicates: [QueryPredicate]) -> QueryPredicate {
    QueryPredicate(
      .conjunction(predicates.map(\.node)), depth: (predicates.map(\.depth).max() ?? 0) + 1)
  }

  /// Whether one of the predicates holds; false where there are none.
  public static func any(_ predicates: [QueryPredicate]) -> QueryPredicate {
    QueryPredicate(
      .disjunction(predicates.map(\.node)), depth: (predicates.map(\.depth).max() ?? 0) + 1)
  }

  /// Both hold.
  public static func && (lhs: QueryPredicate, rhs: QueryPredicate) -> QueryPredicate {
    let isFlat = if case .and = lhs.node { true } else { false }
    return QueryPredicate(
      .conjunction([lhs.node, rhs.node]), depth: max(isFlat ? lhs.depth - 1 : lhs.depth, rhs.depth) + 1)
  }

  /// One of them holds, or both.
  public static func || (lhs: QueryPredicate, rhs: QueryPredicate) -> QueryPredicate {
    let isFlat = if case .or = lhs.node { true } else { false }
    return QueryPredicate(
      .disjunction([lhs.node, rhs.node]), depth: max(isFlat ? lhs.depth - 1 : lhs.depth, rhs.depth) + 1)
  }

  /// The opposite.
  public static prefix func ! (predicate: QueryPredicate) -> QueryPredicate {
    QueryPredicate(.not(predicate.node), depth: predicate.depth + 1)
  }
}

extension QueryPredicate: Hashable {
  /// Whether both are the same tree.
  public static func == (lhs: QueryPredicate, rhs: QueryPredicate) -> Bool { lhs.node == rhs.node }

  /// Hashes the tree.
  public func hash(into hasher: inout Hasher) { hasher.combine(node) }
}
