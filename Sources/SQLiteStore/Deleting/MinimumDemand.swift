import GraphModel

/// A to-many that may not become too small.
struct MinimumDemand: Sendable {
  let relationship: ResolvedRelationship
  /// The root of the members' hierarchy.
  let memberRoot: String
  /// The slot of the to-one by which members lead back; nil where they do by a join table.
  let slot: Int?
  /// Finds the owners of members.
  let owners: MemberSelection

  /// nil for a relationship that may be empty.
  init?(_ relationship: ResolvedRelationship, _ names: StoredNames) {
    guard !relationship.isImplicit, relationship.leastCount > 0 else { return nil }
    let inverse = names.model.inverse(of: relationship)
    self.relationship = relationship
    memberRoot = names.root(of: relationship.destination)
    slot = if case .column(let slot, _) = inverse.storage { slot } else { nil }
    owners = MemberSelection(inverse, names)
  }
}
