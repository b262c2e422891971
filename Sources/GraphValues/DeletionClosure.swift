/// Where a deletion begins, and in which graph: what the delete rules ask for follows from both.
package struct DeletionClosure: Sendable {
  /// The keys of deleted objects by the name of their hierarchy's root entity, ascending.
  package var roots: [String: [Int64]]
  /// The unsaved changes of relationships that the rules may meet.
  package var changes: RelationshipChanges

  package init(roots: [String: [Int64]] = [:], changes: RelationshipChanges = RelationshipChanges()) {
    self.roots = roots
    self.changes = changes
  }

  /// Whether no rule has anything to start from.
  package var isEmpty: Bool { roots.values.allSatisfy(\.isEmpty) }
}
