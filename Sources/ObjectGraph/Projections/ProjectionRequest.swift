public import GraphQuery

/// A request for rows of values instead of objects: chosen properties, what is computed from them, and what is worked
/// out from groups of objects.
///
/// ```swift
/// let (p, a) = (Post.Properties.self, Author.Properties.self)
/// let totals = try context.fetch(
///   FetchRequest<Post>(where: p.likes > 0)
///     .select(p.author.to(a.name), Post.objectCount, p.likes.sum())
///     .grouped(by: p.author.to(a.name))
///     .having(p.likes.sum() > 10)
///     .sorted(by: p.likes.sum().descending))
/// // [(String?, Int, Int64)]
/// ```
///
/// The fetch request says which objects count. Its sort keys, limit and offset are those of the rows: without groups
/// rows are sorted as their objects are; groups and distinct rows are sorted by their columns, and what the sort keys
/// leave open by what they are grouped by. Unsaved changes of the context count as in any fetch.
public struct ProjectionRequest<Result: FetchResult, Row>: Sendable {
  /// Which objects count, and the order and the window of the rows.
  public var request: FetchRequest<Result>
  var projection = ProjectionDescription()
  /// The entities that the columns' tokens belong to; nil where nobody says.
  let roots: [String?]
  let decode: @Sendable (RowReader) throws -> Row

  init(
    _ request: FetchRequest<Result>, _ columns: [Selection], roots: [String?] = [],
    decode: @escaping @Sendable (RowReader) throws -> Row
  ) {
    self.request = request
    self.roots = roots
    self.decode = decode
    projection.columns = columns
  }

  /// A row for each group of objects that have the same values.
  ///
  /// The other columns have to be worked out from the group. nil makes a group as well. A relationship to many groups
  /// nothing.
  public func grouped<each Group: PropertyExpression>(by expressions: repeat each Group) -> ProjectionRequest
  {
    var result = self
    for expression in repeat each expressions { result.projection.groups.append(expression.selection) }
    return result
  }

  /// Only groups that meet a condition.
  public func having(_ condition: GroupCondition<Result>) -> ProjectionRequest {
    var result = self
    result.projection.having =
      result.projection.having.map { $0 && condition.predicate } ?? condition.predicate
    result.projection.havingTerms += condition.terms
    return result
  }

  /// Only groups that meet a condition, in which the names of columns stand for their values.
  public func having(_ condition: QueryPredicate) -> ProjectionRequest {
    var result = self
    result.projection.having = result.projection.having.map { $0 && condition } ?? condition
    return result
  }

  /// The order of groups, most significant first.
  public func sorted(by keys: GroupOrder<Result>...) -> ProjectionRequest {
    var result = self
    result.projection.order += keys.map { ($0.selection, $0.ascending) }
    return result
  }

  /// Rows that are equal count once.
  public func distinct() -> ProjectionRequest {
    var result = self
    result.projection.isDistinct = true
    return result
  }

  /// At most so many rows, from an offset on.
  public func limited(to limit: Int, offset: Int = 0) -> ProjectionRequest {
    var result = self
    result.request.fetchLimit = limit
    result.request.fetchOffset = offset
    return result
  }
}
