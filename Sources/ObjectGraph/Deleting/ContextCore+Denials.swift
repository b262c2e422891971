import GraphModel
import GraphValues

extension ContextCore {
  /// Looks for objects that stand in the way of a deletion and that the store does not find any more, because the pair
  /// was taken out of its join table so that it can be undone.
  ///
  /// - Throws: ``GraphError`` with code `deletionDenied`.
  func checkDenials() throws {
    for denial in deletions.denials where denial.owner.state.contains(.deleted) {
      if denial.member.exists { try deny(denial.relationship, denial.owner, [denial.member]) }
    }
  }

  private func deny(_ relationship: ResolvedRelationship, _ owner: ManagedObject, _ members: [ManagedObject])
    throws
  {
    guard let first = members.first else { return }
    throw GraphError(
      .deletionDenied,
      "cannot save: \(owner.id) cannot be deleted while its \"\(relationship.name)\" leads to \(first.id)",
      entity: owner.registry.entity.name, properties: [relationship.name], objectID: owner.id,
      otherObjectID: first.id, objectIDs: members.map(\.id))
  }
}
