import GraphModel
import GraphValues
import Synchronization

/// What the delete rules do in the store, hierarchy by hierarchy; worked out when a hierarchy's objects are first
/// deleted.
final class DeletionRules: Sendable {
  /// A rule that finds members by the keys of their deleted owners.
  struct MemberRule: Sendable {
    let relationship: Int
    /// The root of the members' hierarchy.
    let destinationRoot: String
    /// The slot of the members' own reference to the owner; nil where they have none.
    let memberSlot: Int?
    let selection: MemberSelection
  }

  /// A rule that sets a to-one of members to null.
  struct Nullification: Sendable {
    /// The to-one.
    let relationship: Int
    let isRequired: Bool
    let destinationRoot: String
    let memberSlot: Int
    let selection: MemberSelection
    /// Sets the to-one of the keys that are fed to null; with a new version, and without.
    let update: String
    let updateKeepingVersion: String
  }

  /// The rules of one hierarchy's relationships.
  struct Rules: Sendable {
    var cascades: [MemberRule] = []
    var denials: [MemberRule] = []
    var nullifications: [Nullification] = []
    var links: [KeyDeletion] = []
  }

  let names: StoredNames
  private let rules = Guarded<[String: Rules]>([:])
  private let reached = Guarded<[String: Set<String>]>([:])

  init(_ names: StoredNames) { self.names = names }

  func rules(ofRoot root: String) -> Rules {
    if let found = rules.withLock({ $0[root] }) { return found }
    let made = make(root)
    rules.withLock { $0[root] = made }
    return made
  }

  /// The roots of the hierarchies whose rows cascades may reach from one of a hierarchy.
  func reach(ofRoot root: String) -> Set<String> {
    if let found = reached.withLock({ $0[root] }) { return found }
    var result: Set<String> = []
    var rest = [root]
    while let next = rest.popLast() {
      for cascade in rules(ofRoot: next).cascades where result.insert(cascade.destinationRoot).inserted {
        rest.append(cascade.destinationRoot)
      }
    }
    let found = result
    reached.withLock { $0[root] = found }
    return found
  }

  private func make(_ root: String) -> Rules {
    var rules = Rules()
    for relationship in names.model.relationships where names.root(of: relationship.owner) == root {
      let member = MemberRule(
        relationship: relationship.index, destinationRoot: names.root(of: relationship.destination),
        memberSlot: memberSlot(relationship), selection: MemberSelection(relationship, names))
      if case .join(let index, let isSource) = relationship.storage {
        rules.links += names.sides(index, isSource: isSource).map { side in
          KeyDeletion(table: side.table, column: side.owner)
        }
      }
      switch relationship.deleteRule {
      case .cascade: rules.cascades.append(member)
      case .deny: rules.denials.append(member)
      case .nullify:
        if let nullification = nullification(relationship) { rules.nullifications.append(nullification) }
      case .noAction: break
      }
    }
    return rules
  }

  private func memberSlot(_ relationship: ResolvedRelationship) -> Int? {
    guard case .column(let slot, _) = names.model.inverse(of: relationship).storage else { return nil }
    return slot
  }

  /// What is set to null where an owner is deleted; nil where nothing on disk leads back to it.
  private func nullification(_ relationship: ResolvedRelationship) -> Nullification? {
    let toOne = names.model.inverse(of: relationship)
    guard case .column(let slot, let orderSlot) = toOne.storage else { return nil }
    // Whatever refers to the deleted object by this column, also where the relationship is one to one.
    let columns = [slot, orderSlot].compactMap { $0 }.map { "\(names.column($0, of: toOne.owner)) = NULL" }
    let table = names.table(of: toOne.owner)
    let version = "\(StoredNames.version) = \(StoredNames.version) + 1"
    func update(_ assignments: [String]) -> String {
      "UPDATE \(table) SET \(assignments.joined(separator: ", ")) "
        + "WHERE \(StoredNames.key) IN (SELECT key FROM \(StoredNames.feed))"
    }
    return Nullification(
      relationship: toOne.index, isRequired: !toOne.isOptional,
      destinationRoot: names.root(of: toOne.owner), memberSlot: slot,
      selection: MemberSelection(referringBy: toOne, slot, names),
      update: update(columns + [version]), updateKeepingVersion: update(columns))
  }
}
