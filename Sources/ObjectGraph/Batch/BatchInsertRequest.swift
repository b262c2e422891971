/// Inserts objects from values, without making them: from any sequence or asynchronous sequence of an entity's
/// generated `Values`, or of ``GraphRecord``s.
///
/// ```swift
/// var request = BatchInsertRequest(feed.lazy.map { GifModel.Values(newsid: $0.number, userid: $0.author) })
/// request.conflicts = .ignore
/// let result = try context.execute(request)
/// ```
///
/// Values are taken one by one and written in batches, so that memory stays bounded however many there are. The IDs of
/// the values are not looked at: new objects get IDs of their own. To-one relationships lead to the objects of their
/// IDs.
public struct BatchInsertRequest<Source> {
  /// Where the values come from.
  let source: Source
  /// How many objects are written at once; at least 1.
  public var batchSize = 10_000
  /// What is written in one transaction.
  public var transaction = BatchTransaction.eachBatch
  /// What becomes of values that repeat those of a uniqueness constraint.
  public var conflicts = BatchConflictRule.fail
  /// What the result tells of the objects that were inserted or updated.
  public var resultType = BatchResultType.count
  /// Called after each batch with the number of values taken so far.
  public var progress: (@Sendable (Int) -> Void)?

  /// An insertion of a sequence of values.
  public init(_ values: Source) where Source: Sequence, Source.Element: EntityValues {
    source = values
  }

  /// An insertion of an asynchronous sequence of values.
  public init(_ values: Source) where Source: AsyncSequence, Source.Element: EntityValues {
    source = values
  }

  /// An insertion of a sequence of records without nested ones; attributes that a record leaves out have the model's
  /// defaults.
  public init(records: Source) where Source: Sequence, Source.Element == GraphRecord {
    source = records
  }

  /// An insertion of an asynchronous sequence of records without nested ones.
  public init(records: Source) where Source: AsyncSequence, Source.Element == GraphRecord {
    source = records
  }
}

extension BatchInsertRequest: Sendable where Source: Sendable {}

/// What a batch insertion writes in one transaction.
public enum BatchTransaction: Sendable, Hashable {
  /// Each batch: where it throws, the batches before are in the store.
  case eachBatch
  /// All of it: where it throws, nothing is in the store. What comes from an asynchronous sequence is gathered in
  /// memory first, so that no transaction waits for it.
  case whole
}

/// What becomes of values that repeat those of a uniqueness constraint.
public enum BatchConflictRule: Sendable, Hashable {
  /// The insertion throws.
  case fail
  /// The values are left out, and the object that has them stays as it is.
  case ignore
  /// The object that has the values of a uniqueness constraint already takes the others: an upsert. A conflict with
  /// another constraint throws.
  ///
  /// - Parameter by: the constraint's properties, as the model has them; nil for the entity's first one.
  case update(by: [String]? = nil)
}
