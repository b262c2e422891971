import GraphModel
import GraphValues

extension ContextCore {
  /// Looks for unsaved objects that stand in the way of a deletion; the store looks for the others.
  ///
  /// - Throws: ``GraphError`` with code `deletionDenied`.
  func checkDenials() throws {
    guard deletions.hasStored else { return }
    for registry in registries where !registry.deleted.isEmpty {
      for relationship in registry.entity.relationships where relationship.deleteRule == .deny {
        let deleted = registry.deleted.objects
        let owners = Set(deleted.map(\.key))
        switch relationship.storage {
        case .inverseColumn(let slot, _):
          try checkDenial(relationship, owners, slot)
        case .join:
          for object in deleted {
            guard let link = object.registry.relationships.toMany(at: relationship.place) else { continue }
            let members = object.collections?[link.place].changes?.added ?? []
            try deny(
              relationship, object,
              members.compactMap { link.destination.hierarchy.map[$0] }.filter(\.survives))
          }
        case .column(let slot, _):
          for object in deleted where !object.isFault {
            guard let key = object.referenceKey(slot),
              let target = object.registry.relationships.toOne(at: slot)?.destination.hierarchy.map[key],
              target.state.contains(.inserted)
            else { continue }
            try deny(relationship, object, [target])
          }
        }
      }
    }
  }

  private func checkDenial(_ relationship: ResolvedRelationship, _ owners: Set<Int64>, _ slot: Int) throws {
    guard let destination = knownRegistry(named: relationship.destination) else { return }
    for member in destination.hierarchy.entities where member.isKind(of: destination) {
      for object in [member.inserted.objects, member.updated.objects].joined() {
        guard let key = object.referenceKey(slot), owners.contains(key),
          object.registry.relationships.toOne(at: slot)?.relationship.index == relationship.inverse,
          let owner = knownRegistry(named: relationship.owner)?.hierarchy.map[key]
        else { continue }
        try deny(relationship, owner, [object])
      }
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
