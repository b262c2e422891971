public import Foundation
public import GraphQuery

/// Deletes all stored objects that meet a predicate, without reading them; the delete rules of their relationships are
/// followed in the store.
///
/// ```swift
/// let old = BatchDeleteRequest<GifModel>(where: GifModel.Properties.newsid < 1_000)
/// let result = try context.execute(old)
/// ```
public struct BatchDeleteRequest<Result: FetchResult>: Sendable {
  /// Which objects: the entity, the predicate, its variables, the order and the limit.
  var selection: FetchRequest<Result>
  /// What the result tells of the objects that were deleted.
  public var resultType = BatchResultType.count

  /// Whether objects of entities that inherit from the entity are deleted as well.
  public var includesSubentities: Bool {
    get { selection.includesSubentities }
    set { selection.includesSubentities = newValue }
  }

  /// Values of `$NAME` variables in the predicate.
  public var variables: [String: any PredicateArgument & Sendable] {
    get { selection.variables }
    set { selection.variables = newValue }
  }

  /// The most objects to delete, in the order of the request's sort keys; 0 for no limit. What delete rules take along
  /// does not count.
  public var fetchLimit: Int {
    get { selection.fetchLimit }
    set { selection.fetchLimit = newValue }
  }

  /// How many objects of the order to leave out at its start: with a descending order, the newest stay.
  public var fetchOffset: Int {
    get { selection.fetchOffset }
    set { selection.fetchOffset = newValue }
  }

  /// A deletion of the objects that meet a predicate of the format language or of generated property tokens.
  ///
  /// - Parameters:
  ///   - predicate: the condition; nil for all objects.
  ///   - sortKeys: the order that ``fetchLimit`` and ``fetchOffset`` count in.
  public init(where predicate: QueryPredicate? = nil, sortKeys: [SortKey] = []) where Result: Entity {
    selection = FetchRequest(where: predicate, sortKeys: sortKeys)
  }

  /// A deletion of the objects that meet Foundation's predicate, which is looked at when the request is executed.
  ///
  /// - Parameters:
  ///   - predicate: the condition.
  ///   - descriptors: the order that ``fetchLimit`` and ``fetchOffset`` count in.
  public init(predicate: Foundation.Predicate<Result>, sortBy descriptors: [SortDescriptor<Result>] = [])
  where Result: Entity {
    selection = FetchRequest(predicate: predicate, sortBy: descriptors)
  }

  /// A deletion of objects of an entity known only at run time.
  ///
  /// - Parameters:
  ///   - entityName: the entity's name in the model.
  ///   - predicate: the condition; nil for all objects.
  ///   - sortKeys: the order that ``fetchLimit`` and ``fetchOffset`` count in.
  public init(entityName: String, where predicate: QueryPredicate? = nil, sortKeys: [SortKey] = [])
  where Result == ManagedObject {
    selection = FetchRequest(entityName: entityName, where: predicate, sortKeys: sortKeys)
  }

  /// A deletion of the objects that a fetch request selects: its predicate, order, offset and limit.
  public init(_ request: FetchRequest<Result>) {
    selection = request
  }
}
