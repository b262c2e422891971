import GraphModel
import GraphValues

extension ContextCore {
  /// Looks for unsaved objects that stand in the way of a deletion; the store looks for the others.
  ///
  /// - Throws: ``GraphError`` with code `deletionDenied`.
  func checkDenials() throws {
    guard deletions.hasStored else { return }
    for denial in deletions.denials where denial.owner.state.contains(.deleted) {
      if denial.member.exists { try deny(denial.relationship, denial.owner, [denial.member]) }
    }
    for registry in registries where !registry.deleted.isEmpty {
      for relationship in registry.entity.relationships where relationship.deleteRule == .deny {
        let deleted = registry.deleted.objects
        let owners = Set(deleted.map(\.key))
        switch relationship.storage {
        case .inverseColumn(let slot, _):
          try checkDenial(relationship, owners, slot)
        case .join:
          for object in deleted { try checkDenial(relationship, object) }
        case .column(let slot, _):
          for object in deleted where !object.isFault {
            guard let key = object.referenceKey(slot),
              let target = object.registry.relationships.toOne(at: slot)?.destination.hierarchy.map[key],
              target.survives, !target.state.isDisjoint(with: [.inserted, .updated, .related]),
              // A dangling reference leads to nobody.
              !target.isFault || (try? target.fulfill()) != nil
            else { continue }
            try deny(relationship, object, [target])
          }
        }
      }
    }
  }

  /// Members in a join table that have unsaved changes; those that have none the store finds.
  private func checkDenial(_ relationship: ResolvedRelationship, _ object: ManagedObject) throws {
    guard let link = object.registry.relationships.toMany(at: relationship.place) else { return }
    let state = object.collections?[link.place]
    // A pair that is not stored yet may be known on this side alone.
    for key in state?.changes?.added ?? [] where !isVanished(key, link.destination.hierarchy) {
      let member = link.object(key)
      if member.survives { try deny(relationship, object, [member]) }
    }
    for member in changedObjects(of: link.destination) where member.survives {
      let isMember: Bool
      if let changes = state?.changes, changes.contains(member.key) || changes.removed.contains(member.key) {
        isMember = changes.contains(member.key)
      } else if state?.members != nil {
        isMember = state?.index(of: member.key, isOrdered: link.isOrdered) != nil
      } else if member.state.contains(.inserted) {
        isMember = false
      } else {
        isMember = try store.hasLink(relationship, owner: object.key, member: member.key)
      }
      if isMember { try deny(relationship, object, [member]) }
    }
  }

  /// The objects of an entity, and of those that inherit from it, that have unsaved changes.
  private func changedObjects(of parent: EntityRegistry) -> [ManagedObject] {
    var result: [ManagedObject] = []
    for registry in parent.hierarchy.entities where registry.isKind(of: parent) {
      result += registry.inserted.objects
      result += registry.updated.objects
      result += related.filter { $0.registry === registry && !$0.state.contains(.updated) }
    }
    return result
  }

  private func checkDenial(_ relationship: ResolvedRelationship, _ owners: Set<Int64>, _ slot: Int) throws {
    guard let destination = knownRegistry(named: relationship.destination) else { return }
    for object in changedObjects(of: destination) where object.survives && !object.isFault {
      guard let key = object.referenceKey(slot), owners.contains(key),
        object.registry.relationships.toOne(at: slot)?.relationship.index == relationship.inverse,
        let owner = knownRegistry(named: relationship.owner)?.hierarchy.map[key]
      else { continue }
      try deny(relationship, owner, [object])
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

extension ManagedObject {
  fileprivate var survives: Bool { state.isDisjoint(with: [.deleted, .detached]) }
}
