public import GraphQuery
public import GraphValues
public import ObjectGraph

extension PersistentContainer {
  /// The result of a request, anew after each commit that changes it.
  ///
  /// ```swift
  /// for try await snapshot in container.results(of: request, \.values) { show(snapshot) }
  /// ```
  ///
  /// Each snapshot is what a fetch in a fresh context would have given after a commit; see ``LiveResults`` for those that
  /// are left out where somebody is slow. Commits of whatever kind and origin count. Where a commit has changed a few of
  /// the entity's objects, these are read and no others; the guide says when all are.
  ///
  /// - Parameters:
  ///   - request: the objects, their order and the window.
  ///   - value: what is taken of each object for the snapshots: what it reads of other objects is not followed. It runs
  ///     on a queue of the container's.
  public func results<Result: FetchResult, Value: Sendable>(
    of request: FetchRequest<Result>, _ value: @escaping @Sendable (Result) throws -> Value
  ) -> LiveResults<Value> {
    live(request, nil, value)
  }

  /// The result of a request in sections of rows that have a value in common, anew after each commit that changes it.
  ///
  /// Sections are sorted by their values, as in `ObjectContext.fetch(_:sectionedBy:ascending:)`.
  ///
  /// - Parameters:
  ///   - request: the objects, their order and the window, which counts objects.
  ///   - section: a property, of the object or behind to-ones, or what is computed from properties.
  ///   - ascending: whether small values come first.
  ///   - value: what is taken of each object for the snapshots.
  public func results<Result: Entity, Value: Sendable>(
    of request: FetchRequest<Result>,
    sectionedBy section: some PropertyExpression<Result, some AttributeConvertible>, ascending: Bool = true,
    _ value: @escaping @Sendable (Result) throws -> Value
  ) -> LiveResults<Value> {
    live(request, SortKey(section, ascending: ascending), value)
  }

  /// The identities of the objects of a request, anew after each commit that changes them or their values.
  ///
  /// - Parameter request: the objects, their order and the window.
  public func resultIDs<Result: FetchResult>(of request: FetchRequest<Result>) -> LiveResults<Void> {
    live(request, nil) { _ in }
  }

  private func live<Result: FetchResult, Value: Sendable>(
    _ request: FetchRequest<Result>, _ section: SortKey?,
    _ value: @escaping @Sendable (Result) throws -> Value
  ) -> LiveResults<Value> {
    LiveResults(LiveRequest(container: self, request: request, section: section, value: value))
  }
}
