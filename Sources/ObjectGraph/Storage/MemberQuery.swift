package import GraphModel
package import GraphValues

/// A question for the members of a to-many relationship of some objects.
package struct MemberQuery {
  /// The to-many relationship.
  package let relationship: ResolvedRelationship
  /// The keys of the objects whose members are wanted, each once.
  package var owners: [Int64]
  /// Keys of members that are left out: those whose unsaved changes the context knows better.
  package var excludedKeys: [Int64]
  /// Keys of members that are left out as well: what unsaved deletions doom.
  package var doomed: KeySet?

  package init(
    _ relationship: ResolvedRelationship, owners: [Int64], excludedKeys: [Int64] = [],
    doomed: KeySet? = nil
  ) {
    self.relationship = relationship
    self.owners = owners
    self.excludedKeys = excludedKeys
    self.doomed = doomed
  }
}
