package import GraphModel
package import GraphQuery

/// A query of one entity's rows.
package struct StoreQuery {
  package let entity: ResolvedEntity
  package var predicate: ResolvedPredicate?
  package var sort: ResolvedSort?
  /// The most rows; nil for all.
  package var limit: Int?
  package var offset = 0
  /// Keys whose rows are left out: those with unsaved changes.
  package var excludedKeys: [Int64] = []
  /// Whether only keys and versions are wanted.
  package var keysOnly = false

  package init(entity: ResolvedEntity) {
    self.entity = entity
  }
}
