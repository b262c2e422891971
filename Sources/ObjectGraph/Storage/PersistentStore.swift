package import Foundation
package import GraphModel
package import GraphQuery
package import GraphValues

/// What the graph asks of storage; nothing above it names SQL.
///
/// A store that many contexts share is `Sendable`: calls come from all of them at once, and each blocks until it is
/// answered. What a child context works on is confined to its parent's isolation.
package protocol PersistentStore: AnyObject {
  /// The store's identifier: part of every object ID.
  var identifier: UUID { get }

  /// The rows that a query selects, in its order.
  ///
  /// - Parameter isKnown: asked for each row's key and version; where it answers true the values are left out.
  func fetch(_ query: StoreQuery, isKnown: ((Int64, Int64) -> Bool)?) throws -> CollectedRows

  /// The rows that a query selects, in its order, to be read a part at a time.
  func cursor(_ query: StoreQuery) throws -> any RowCursor

  /// The rows of values that a projection makes of the rows that a query selects, in the projection's order; the query's
  /// limit and offset count rows of the result.
  ///
  /// - Parameter row: called with the values of each row; they are the caller's until it returns.
  /// - Throws: `QueryError` where a sum of integers overflows.
  func project(
    _ query: StoreQuery, _ projection: ResolvedProjection, _ row: ([AttributeValue]) throws -> Void
  ) throws

  /// How many rows a query selects, limit and offset left out of account.
  func count(_ query: StoreQuery) throws -> Int

  /// The rows that a query and a search of the entity's full-text index select: in the query's order, the best first
  /// where it has none.
  func search(_ query: StoreQuery, _ search: FullTextSearch) throws -> [FullTextHit]

  /// What a search finds in the texts of an object that may be in no index, by the columns of its hierarchy's index;
  /// nil where it finds nothing. The rank is 0.
  func hit(_ search: FullTextSearch, key: Int64, texts: [String?], ofRoot root: String) throws -> FullTextHit?

  /// How the store would run a query, without running it.
  ///
  /// - Parameter counts: whether its rows are counted only.
  func explain(_ query: StoreQuery, counts: Bool) throws -> QueryExplanation

  /// The rows of a hierarchy with the given keys that exist, in ascending order of keys.
  func rows(ofRoot root: String, keys: [Int64]) throws -> CollectedRows

  /// The members of a to-many relationship of the given owners, as far as they are of its destination.
  ///
  /// - Parameter isKnown: asked for each member's key and version; where it answers true the values are left
  ///   out.
  func members(_ query: MemberQuery, isKnown: ((Int64, Int64) -> Bool)?) throws -> MemberRows

  /// How many members the query's first owner has.
  func memberCount(_ query: MemberQuery) throws -> Int

  /// How many members each of the owners has; an owner without members may be left out.
  func memberCounts(_ relationship: ResolvedRelationship, owners: [Int64]) throws -> [Int64: Int]

  /// The first member of each of the owners, in the order of their lists; an owner without members is left out.
  func firstMembers(_ relationship: ResolvedRelationship, owners: [Int64]) throws -> [Int64: Int64]

  /// Whether an object is a member of an owner's to-many relationship.
  func hasLink(_ relationship: ResolvedRelationship, owner: Int64, member: Int64) throws -> Bool

  /// The greatest order key of each owner's list; an owner without members that have one is left out.
  func lastOrders(_ relationship: ResolvedRelationship, owners: [Int64]) throws -> [Int64: Int64]

  /// The keys of rows that cascades delete together with the closure's roots, by hierarchy, ascending. Unsaved objects to
  /// which the closure's changes lead are among them, and roots are not.
  func doomedKeys(_ closure: DeletionClosure) throws -> [String: [Int64]]

  /// The content of the file that holds the value of an external attribute.
  ///
  /// - Throws: ``ExternalValueError``.
  func externalValue(_ reference: ExternalReference) throws -> Data

  /// Writes all changes in one transaction, or none.
  ///
  /// - Throws: ``SaveConflict`` where a uniqueness constraint, a delete rule or another writer's change stands
  ///   in the way.
  func save(_ changes: ChangeSet) throws -> SaveOutcome

  /// All rows of a change set that would repeat the values of a uniqueness constraint once everything is written, in the
  /// order in which they are written.
  func uniquenessConflicts(in changes: ChangeSet) throws -> [UniquenessConflict]

  /// Updates all rows that a query selects and that differ from what they are to be, in one transaction.
  ///
  /// - Throws: ``SaveConflict``.
  func update(_ update: BatchUpdate) throws -> BatchOutcome

  /// Deletes all rows that a query selects, and does what the delete rules ask for, in one transaction.
  ///
  /// - Throws: ``SaveConflict``.
  func delete(_ deletion: BatchDeletion) throws -> BatchOutcome

  /// Inserts rows in one transaction.
  ///
  /// - Throws: ``SaveConflict``.
  func insert(_ insertion: BatchInsertion) throws -> BatchOutcome

  /// Runs a body with the same store within one transaction: all that it writes comes to be, or nothing. What it reads
  /// has what it wrote.
  ///
  /// - Throws: what the body throws, and ``SaveConflict``.
  func withTransaction<Value>(_ body: (any PersistentStore) throws -> Value) throws -> Value

  /// Tells of each transaction that is committed from now on, until the observation is ended or let go of.
  ///
  /// While nobody observes, and no history is kept, commits cost nothing.
  ///
  /// - Parameter observer: called on the thread that committed, right after it has, one call at a time and in the order of
  ///   commits; those of other processes on a thread of the store's. It must return at once and not call the store.
  func observeCommits(_ observer: @escaping @Sendable (StoreCommit) -> Void) -> any CommitObservation

  /// Runs a body with a store that reads one state only: what is committed meanwhile does not show, and writing throws.
  /// Within a transaction it is the state of that.
  ///
  /// Writers are not held up, except in stores with a rollback journal, where they wait until the body has ended.
  ///
  /// - Parameter body: gets the number of the commit whose state it is. While somebody observes, observers have been told
  ///   of all commits up to it, and of none after it.
  func withSnapshot<Value>(
    _ body: (_ store: any PersistentStore, _ number: UInt64) throws -> Value
  ) throws -> Value

  /// Keys that nobody else gets, for new objects of a hierarchy; at least one.
  func leaseKeys(ofRoot root: String, atLeast count: Int) throws -> Range<Int64>
}
