/// What a save writes, as plain values: whole rows as they are to be, grouped by entity and kind.
package struct ChangeSet: Sendable {
  /// New rows of an entity.
  package struct Insertion: Sendable {
    package let entity: String
    package let rows: PackedRows

    package init(entity: String, rows: PackedRows) {
      self.entity = entity
      self.rows = rows
    }
  }

  /// Changed rows of an entity that share the slots changed.
  ///
  /// The rows hold all values as they are to be, and the version *after* the save: the stored row has the
  /// version before, or another writer has been there.
  package struct Update: Sendable {
    package let entity: String
    package let slots: [Int]
    package let rows: PackedRows

    package init(entity: String, slots: [Int], rows: PackedRows) {
      self.entity = entity
      self.slots = slots
      self.rows = rows
    }
  }

  /// Rows of an entity to remove, with the versions they are expected to have.
  package struct Deletion: Sendable {
    package let entity: String
    /// Ascending.
    package let keys: [Int64]
    package let versions: [Int64]

    package init(entity: String, keys: [Int64], versions: [Int64]) {
      self.entity = entity
      self.keys = keys
      self.versions = versions
    }
  }

  /// A pair of a join table.
  package struct Link: Sendable, Hashable {
    /// The key in the column `source`; of a self-inverse relationship the smaller one.
    package var source: Int64
    /// The key in the column `target`.
    package var target: Int64
    /// The target's place in the source's list, where that is ordered.
    package var sourceOrder: Int64
    /// The source's place in the target's list, where that is ordered.
    package var targetOrder: Int64

    package init(source: Int64, target: Int64, sourceOrder: Int64 = 0, targetOrder: Int64 = 0) {
      self.source = source
      self.target = target
      self.sourceOrder = sourceOrder
      self.targetOrder = targetOrder
    }
  }

  /// The changed pairs of one join table; a pair is in one of the lists only.
  package struct Links: Sendable {
    /// The join table's place in the resolved model.
    package let join: Int
    package var added: [Link] = []
    package var removed: [Link] = []
    /// Pairs that stay, with both orders as they are to be.
    package var reordered: [Link] = []

    package init(join: Int, added: [Link] = [], removed: [Link] = [], reordered: [Link] = []) {
      self.join = join
      self.added = added
      self.removed = removed
      self.reordered = reordered
    }

    package var isEmpty: Bool { added.isEmpty && removed.isEmpty && reordered.isEmpty }
  }

  package var insertions: [Insertion] = []
  package var updates: [Update] = []
  package var deletions: [Deletion] = []
  package var links: [Links] = []
  /// What the delete rules are to do with rows that no context has read; nil where nothing is deleted.
  package var closure: DeletionClosure?
  /// Who writes it.
  package var origin = CommitOrigin()

  package init() {}

  package var isEmpty: Bool {
    insertions.isEmpty && updates.isEmpty && deletions.isEmpty && links.allSatisfy(\.isEmpty)
      && closure?.isEmpty != false
  }
}
