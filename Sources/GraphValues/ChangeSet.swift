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

  package var insertions: [Insertion] = []
  package var updates: [Update] = []
  package var deletions: [Deletion] = []

  package init() {}

  package var isEmpty: Bool { insertions.isEmpty && updates.isEmpty && deletions.isEmpty }
}
