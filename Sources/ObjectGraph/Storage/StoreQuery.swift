package import GraphModel
package import GraphQuery
package import GraphValues

/// A query of the rows of one entity, and of those that inherit from it.
package struct StoreQuery {
  package let entity: ResolvedEntity
  package var predicate: ResolvedPredicate?
  package var sort: ResolvedSort?
  /// Only rows behind this place in the order are wanted.
  package var after: SortPosition?
  /// The most rows; nil for all.
  package var limit: Int?
  package var offset = 0
  /// Keys whose rows are left out: those with unsaved changes.
  package var excludedKeys: [Int64] = []
  /// Whether only keys and versions are wanted.
  package var keysOnly = false
  /// Whether rows of entities that inherit from the entity count too.
  package var includesSubentities = true
  /// Whether tables may be looked at whole, whatever the store's options say.
  package var allowsFullScan = false
  /// Keys whose rows are left out as well: what unsaved deletions doom.
  package var doomed: KeySet?

  package init(entity: ResolvedEntity) {
    self.entity = entity
  }
}
