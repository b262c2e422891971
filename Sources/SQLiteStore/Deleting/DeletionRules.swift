import GraphModel
import GraphValues
import Synchronization

/// What the delete rules do in the store, hierarchy by hierarchy; worked out when a hierarchy's objects are first
/// deleted.
final class DeletionRules: Sendable {
  /// A rule that sets a to-one of members to null.
  struct Nullification: Sendable {
    /// The to-one.
    let relationship: Int
    let isRequired: Bool
    let members: MemberRule
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
  /// The to-manys that may not become too small.
  let demands: [MinimumDemand]
  private let rules = Guarded<[String: Rules]>([:])

  init(_ names: StoredNames) {
    self.names = names
    demands = names.model.relationships.compactMap { MinimumDemand($0, names) }
  }

  func rules(ofRoot root: String) -> Rules {
    if let found = rules.withLock({ $0[root] }) { return found }
    let made = make(root)
    rules.withLock { $0[root] = made }
    return made
  }

  private func make(_ root: String) -> Rules {
    var rules = Rules()
    for relationship in names.model.relationships where names.root(of: relationship.owner) == root {
      if case .join(let index, let isSource) = relationship.storage {
        rules.links += names.sides(index, isSource: isSource).map { side in
          KeyDeletion(table: side.table, column: side.owner)
        }
      }
      switch relationship.deleteRule {
      case .cascade: rules.cascades.append(MemberRule(relationship, names))
      case .deny: rules.denials.append(MemberRule(relationship, names))
      case .nullify:
        if let nullification = nullification(relationship) { rules.nullifications.append(nullification) }
      case .noAction: break
      }
    }
    return rules
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
      members: MemberRule(relationship, referringBy: toOne, slot, names),
      update: update(columns + [version]), updateKeepingVersion: update(columns))
  }
}
