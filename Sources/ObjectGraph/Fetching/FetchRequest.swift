public import Foundation
public import GraphQuery

/// What to fetch: an entity, a predicate, an order and a window.
public struct FetchRequest<Result: FetchResult>: Sendable {
  /// The entity whose objects are wanted.
  public var entityName: String
  /// The condition the objects meet; nil for all of them.
  public var predicate: QueryPredicate?
  /// The order, most significant first; objects that are equal in it come in the order of their insertion.
  public var sortKeys: [SortKey]
  /// The most objects to return; 0 for no limit.
  public var fetchLimit = 0
  /// How many objects of the ordered result to leave out at its start.
  public var fetchOffset = 0
  /// Where not nil, the result begins behind this place in the order; ``fetchOffset`` counts from there.
  public var startCursor: FetchCursor?
  /// Where not 0, values are not read with the fetch but when first touched, this many objects at once.
  public var fetchBatchSize = 0
  /// Whether unsaved changes of the context count: what was inserted, updated and deleted.
  public var includesPendingChanges = true
  /// Whether objects of entities that inherit from the entity are wanted as well.
  public var includesSubentities = true
  /// Relationships whose objects are read with the fetch, so that walking to them later costs no query: names, or
  /// paths as `posts.comments`.
  public var relationshipKeyPathsForPrefetching: [String] = []
  /// Whether values are read with the fetch; otherwise the objects are faults.
  public var includesPropertyValues = true
  /// Whether the store may look at whole tables for this request, though it was opened with a limit for that.
  public var allowsFullScan = false
  /// Values of `$NAME` variables in the predicate.
  public var variables: [String: any PredicateArgument & Sendable] = [:]
  /// Why a typed predicate or sort descriptor could not be understood: thrown when the request is run.
  let deferredError: (any Error)?

  /// A request with a predicate of the format language or of generated property tokens.
  ///
  /// - Parameters:
  ///   - predicate: the condition; nil for all objects.
  ///   - sortKeys: the order.
  public init(where predicate: QueryPredicate? = nil, sortKeys: [SortKey] = []) where Result: Entity {
    entityName = Result.entityName
    self.predicate = predicate
    self.sortKeys = sortKeys
    deferredError = nil
  }

  /// A request with Foundation's predicate and sort descriptors.
  ///
  /// A predicate or a sort descriptor that cannot be understood is reported when the request is run.
  ///
  /// - Parameters:
  ///   - predicate: the condition.
  ///   - descriptors: the order.
  public init(predicate: Foundation.Predicate<Result>, sortBy descriptors: [SortDescriptor<Result>] = [])
  where Result: Entity {
    entityName = Result.entityName
    do {
      self.predicate = try QueryPredicate(predicate)
      sortKeys = try Self.sortKeys(descriptors)
      deferredError = nil
    } catch {
      self.predicate = nil
      sortKeys = []
      deferredError = error
    }
  }

  /// A request of all objects, with Foundation's sort descriptors.
  ///
  /// A sort descriptor that cannot be understood is reported when the request is run.
  ///
  /// - Parameter descriptors: the order.
  public init(sortBy descriptors: [SortDescriptor<Result>]) where Result: Entity {
    entityName = Result.entityName
    predicate = nil
    do {
      sortKeys = try Self.sortKeys(descriptors)
      deferredError = nil
    } catch {
      sortKeys = []
      deferredError = error
    }
  }

  /// A request with a predicate in the format language, as people know it from `NSPredicate`.
  ///
  /// - Parameters:
  ///   - format: the text of the predicate.
  ///   - arguments: what stands for its placeholders, in order.
  /// - Throws: `QueryError` where the text is no predicate, or the arguments do not fit it.
  public init(format: String, _ arguments: (any PredicateArgument)?...) throws where Result: Entity {
    entityName = Result.entityName
    predicate = try QueryPredicate(format: format, arguments: arguments)
    sortKeys = []
    deferredError = nil
  }

  /// A request for an entity known only at run time.
  ///
  /// - Parameters:
  ///   - entityName: the entity's name in the model.
  ///   - predicate: the condition; nil for all objects.
  ///   - sortKeys: the order.
  public init(entityName: String, where predicate: QueryPredicate? = nil, sortKeys: [SortKey] = [])
  where Result == ManagedObject {
    self.entityName = entityName
    self.predicate = predicate
    self.sortKeys = sortKeys
    deferredError = nil
  }

  /// A request for an entity known only at run time, with a predicate in the format language.
  ///
  /// - Parameters:
  ///   - entityName: the entity's name in the model.
  ///   - format: the text of the predicate.
  ///   - arguments: what stands for its placeholders, in order.
  /// - Throws: `QueryError` where the text is no predicate, or the arguments do not fit it.
  public init(entityName: String, format: String, _ arguments: (any PredicateArgument)?...) throws
  where Result == ManagedObject {
    self.entityName = entityName
    predicate = try QueryPredicate(format: format, arguments: arguments)
    sortKeys = []
    deferredError = nil
  }

  /// A request that throws when it is run.
  init(failing error: any Error) where Result: Entity {
    entityName = Result.entityName
    predicate = nil
    sortKeys = []
    deferredError = error
  }

  private static func sortKeys(_ descriptors: [SortDescriptor<Result>]) throws -> [SortKey]
  where Result: Entity {
    // Walking nothing asks for the types of closures all the same.
    descriptors.isEmpty ? [] : try descriptors.map { try SortKey($0) }
  }
}
