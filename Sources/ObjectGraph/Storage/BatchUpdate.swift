package import GraphModel
package import GraphQuery
package import GraphValues

/// An update of all rows that a query selects, without reading them.
package struct BatchUpdate {
  /// What one slot is set to.
  package struct Assignment {
    package let slot: Int
    package let value: AttributeValue
    /// The entity that has the slot, where not all selected rows have it.
    package let entity: String?
    /// Whether it follows from another assignment: by itself it makes no row one that changes.
    package let isImplied: Bool

    package init(slot: Int, value: AttributeValue, entity: String? = nil, isImplied: Bool = false) {
      self.slot = slot
      self.value = value
      self.entity = entity
      self.isImplied = isImplied
    }
  }

  /// What one slot is set to, worked out for each row.
  package struct Computation {
    package let slot: Int
    package let expression: ResolvedExpression
    /// Whether the store may write what SQL gives as it is: nothing has to be checked or converted.
    package let isPlain: Bool

    package init(slot: Int, expression: ResolvedExpression, isPlain: Bool) {
      self.slot = slot
      self.expression = expression
      self.isPlain = isPlain
    }
  }

  /// Checks what was worked out for a row, and gives all that is set in it, with what follows; the slots that only
  /// follow come last.
  ///
  /// - Parameters:
  ///   - values: the values of the computations, in their order.
  package typealias Completion = (
    _ key: Int64, _ entityNumber: Int, _ values: [AttributeValue]
  ) throws -> [(property: StoredProperty, value: AttributeValue, isImplied: Bool)]

  package let query: StoreQuery
  package var assignments: [Assignment]
  package var computations: [Computation] = []
  /// Needed where not all computations are plain.
  package var completion: Completion?
  /// Who asks for it.
  package var origin = CommitOrigin()
  /// Whether the keys of the changed rows are wanted.
  package var wantsKeys = false

  package init(_ query: StoreQuery, _ assignments: [Assignment]) {
    self.query = query
    self.assignments = assignments
  }
}

/// A deletion of all rows that a query selects, with what delete rules ask for, without reading them.
package struct BatchDeletion {
  package let query: StoreQuery
  /// Who asks for it.
  package var origin = CommitOrigin()
  /// Whether the keys of the deleted rows are wanted.
  package var wantsKeys = false

  package init(_ query: StoreQuery) { self.query = query }
}

/// New rows of one entity.
package struct BatchInsertion {
  /// What becomes of a row that repeats the values of a uniqueness constraint.
  package enum Conflict {
    /// Nothing is inserted.
    case fail
    /// The row is left out.
    case ignore
    /// The row that is there takes the new one's values in these slots.
    case update(constraint: [String], slots: [Int])
  }

  package let entity: String
  package var rows: [PackedRows]
  package var conflict = Conflict.fail
  /// Who asks for it.
  package var origin = CommitOrigin()
  /// Whether the keys of the rows are wanted.
  package var wantsKeys = false

  package init(entity: String, rows: [PackedRows]) {
    self.entity = entity
    self.rows = rows
  }
}

/// What a batch has done.
package struct BatchOutcome: Sendable {
  /// The rows that were updated, deleted or inserted at its request, rules left out of account.
  package var count = 0
  /// Their keys, ascending, where they are known.
  package var keys: [Int64]?
  /// Of the rows of an insertion, those that were there already and took new values.
  package var updatedKeys: [Int64] = []
  /// The keys of rows that delete rules have deleted beyond, by the root of their hierarchy; ascending.
  package var deletedByRule: [String: [Int64]] = [:]
  /// The keys of rows that delete rules have changed, by the root of their hierarchy; ascending.
  package var nullified: [String: [Int64]] = [:]

  package init() {}

  /// Adds what another part of the same batch has done.
  package mutating func add(_ other: BatchOutcome) {
    count += other.count
    if let more = other.keys { keys = (keys ?? []) + more }
    updatedKeys += other.updatedKeys
    deletedByRule.merge(other.deletedByRule) { $0 + $1 }
    nullified.merge(other.nullified) { $0 + $1 }
  }
}
