import GraphModel
import GraphValues

/// Applying rules to registered objects that nobody knew to be concerned, once somebody looks.
extension ContextCore {
  /// - Complexity: O(registered objects of the entities concerned), and a query for every step of a cascade whose members
  ///   are not known.
  func settleDeletions() {
    guard deletions.isUnsettled else { return }
    deletions.depth += 1
    defer { deletions.depth -= 1 }
    while deletions.hasWork {
      if deletions.needsSearch { settleDoomed(searchDoomed()) }
      let unsettled = deletions.unsettled
      deletions.unsettled = [:]
      for (index, owners) in unsettled.sorted(by: { $0.key < $1.key }) {
        settle(model.relationships[index]) { owners.contains($0) }
      }
      let read = deletions.read
      deletions.read = []
      if !read.isEmpty { withoutJournaling { for object in read { settle(object) } } }
    }
  }

  /// Applies the rules as far as a save needs it: where nothing else is to be written, the store finds by itself what
  /// cascades doom, and is not asked twice.
  func settleDeletionsForSave() {
    deletions.leavesSearch = !isChild && !hasHooks && !isJournaling && !hasSurvivingChanges
    settleDeletions()
    guard deletions.leavesSearch, hasSurvivingChanges else { return }
    deletions.leavesSearch = false
    settleDeletions()
  }

  private var hasSurvivingChanges: Bool {
    registries.contains { !$0.inserted.isEmpty || !$0.updated.isEmpty } || related.contains(where: \.exists)
  }

  // MARK: What is doomed

  /// Whether a cascade takes the object of a key, as far as has been found out.
  func isDoomed(_ key: Int64, _ hierarchy: HierarchyRegistry) -> Bool {
    deletions.doomed[hierarchy.rootName]?.contains(key) == true
  }

  /// The keys of rows of a hierarchy that cascades doom: what is read leaves them out. While rules are being applied, what
  /// they reach has to be found all the same.
  func doomedKeys(of hierarchy: HierarchyRegistry) -> KeySet? {
    settleDeletions()
    return deletions.depth == 0 ? deletions.doomed[hierarchy.rootName] : nil
  }

  /// Asks the store what cascades doom.
  ///
  /// - Returns: what was not known to be doomed, ascending, by the roots of hierarchies.
  private func searchDoomed() -> [String: [Int64]] {
    let roots = deletions.unsearched.mapValues { $0.sorted() }
    deletions.unsearched = [:]
    do {
      var found = try store.doomedKeys(
        DeletionClosure(roots: roots, changes: relationshipChanges(from: roots.keys)))
      for (root, keys) in found {
        var doomed = deletions.doomed.removeValue(forKey: root) ?? KeySet()
        found[root] = keys.filter { doomed.insert($0) }
        deletions.doomed[root] = doomed
      }
      return found
    } catch {
      record(error)
      return [:]
    }
  }

  private func settleDoomed(_ found: [String: [Int64]]) {
    for hierarchy in hierarchies {
      guard let keys = found[hierarchy.rootName] else { continue }
      for object in hierarchy.registered(keys) where object.exists { delete(object) }
    }
    for relationship in model.relationships {
      guard let root = model[relationship.owner]?.rootName, found[root]?.isEmpty == false,
        let doomed = deletions.doomed[root]
      else { continue }
      settle(relationship) { doomed.contains($0) }
    }
    forgetMembers(found)
  }

  /// Takes doomed objects out of the lists that are known.
  private func forgetMembers(_ doomed: [String: [Int64]]) {
    let sets = doomed.filter { !$0.value.isEmpty }.mapValues { KeySet($0) }
    if sets.isEmpty { return }
    for hierarchy in hierarchies {
      hierarchy.map.forEach { object in
        guard object.collections != nil else { return }
        for link in object.registry.relationships.toManys {
          guard let gone = sets[link.destination.hierarchy.rootName] else { continue }
          object.forgetMembers(link) { gone.contains($0) }
        }
      }
    }
  }

  // MARK: Rules

  /// Applies a relationship's rule to the registered objects that are related to deleted ones, whose keys a condition
  /// names.
  private func settle(_ relationship: ResolvedRelationship, _ isDeleted: (Int64) -> Bool) {
    guard let destination = knownRegistry(named: relationship.destination) else { return }
    let inverse = model.relationships[relationship.inverse]
    if case .column(let slot, _) = inverse.storage {
      guard [.cascade, .nullify].contains(relationship.deleteRule) else { return }
      var concerned: [ManagedObject] = []
      destination.hierarchy.map.forEach { member in
        guard member.exists, !member.isFault,
          member.registry.relationships.toOne(at: slot)?.relationship.index == relationship.inverse,
          let key = member.referenceKey(slot), isDeleted(key)
        else { return }
        concerned.append(member)
      }
      for member in concerned.sorted(by: { $0.key < $1.key }) where member.exists {
        if relationship.deleteRule == .cascade {
          delete(member)
        } else if let back = member.registry.relationships.toOne(at: slot) {
          member.setKey(nil, back)
        }
      }
    } else if case .join = relationship.storage, !inverse.isImplicit {
      destination.hierarchy.map.forEach { member in
        guard let link = member.registry.relationships.toMany(at: inverse.place),
          link.relationship.index == inverse.index
        else { return }
        member.forgetMembers(link, isDeleted)
      }
    }
  }

  /// An object that came to be registered, or was read, after something was deleted.
  private func settle(_ object: ManagedObject) {
    guard object.exists else { return }
    if isDoomed(object.key, object.registry.hierarchy) { return delete(object) }
    for link in lostReferences(of: object) { object.setKey(nil, link) }
  }

  /// Notes an object that came to be registered, or was read, if a deletion concerns it: many are read that none does.
  func noteForDeletions(_ object: ManagedObject) {
    guard deletions.hasStored else { return }
    if !deletions.unsearched.isEmpty || isDoomed(object.key, object.registry.hierarchy)
      || !lostReferences(of: object).isEmpty
    {
      deletions.read.append(object)
    }
  }

  /// The to-ones that lead to what is deleted or doomed, by whose rule they are emptied.
  private func lostReferences(of object: ManagedObject) -> [ToOneLink] {
    if object.isFault { return [] }
    return object.registry.relationships.toOnes.filter { link in
      guard link.inverse.deleteRule == .nullify, let key = object.referenceKey(link.slot) else {
        return false
      }
      let hierarchy = link.destination.hierarchy
      return hierarchy.map[key]?.state.contains(.deleted) == true || isDoomed(key, hierarchy)
    }
  }
}

extension ManagedObject {
  /// Takes members that are gone out of a list, as far as it is known; what a deleted object led to is what its rules
  /// follow.
  fileprivate func forgetMembers(_ link: ToManyLink, _ isGone: (Int64) -> Bool) {
    guard exists, collections?.indices.contains(link.place) == true else { return }
    if let changes = collections?[link.place].changes {
      for key in changes.added where isGone(key) { changes.remove(key) }
    }
    collections?[link.place].removeAll(where: isGone)
    collections?[link.place].storedCount = nil
  }
}
