import GraphModel
import GraphValues
import SQLiteAccess

/// A rule that finds members by the keys of their deleted owners, in the graph as the context has it.
struct MemberRule: Sendable {
  /// Which of the context's changes take a stored pair back.
  private enum Undone: Sendable {
    /// Those of the member's own to-one.
    case byMember(toOne: Int)
    /// Those of the owner's to-one.
    case byOwner
    case byPair
  }

  let relationship: Int
  /// The root of the members' hierarchy.
  let destinationRoot: String
  private let undone: Undone
  let selection: MemberSelection

  /// The members that a relationship leads to.
  init(_ relationship: ResolvedRelationship, _ names: StoredNames) {
    self.relationship = relationship.index
    destinationRoot = names.root(of: relationship.destination)
    selection = MemberSelection(relationship, names)
    undone =
      switch relationship.storage {
      case .column: .byOwner
      case .inverseColumn: .byMember(toOne: relationship.inverse)
      case .join: .byPair
      }
  }

  /// The objects that refer to others by a to-one.
  ///
  /// - Parameter relationship: the one that leads to them.
  init(
    _ relationship: ResolvedRelationship, referringBy toOne: ResolvedRelationship, _ slot: Int,
    _ names: StoredNames
  ) {
    self.relationship = relationship.index
    destinationRoot = names.root(of: toOne.owner)
    selection = MemberSelection(referringBy: toOne, slot, names)
    undone = .byMember(toOne: toOne.index)
  }

  /// Calls a body with every pair that is stored and stays.
  ///
  /// - Parameter owners: ascending, each once.
  func forEachStored(
    _ owners: [Int64], _ changes: RelationshipChanges, _ connection: SQLiteConnection,
    _ body: (_ owner: Int64, _ member: Int64) throws -> Void
  ) throws {
    switch undone {
    case .byMember(let toOne):
      guard let changed = changes.changedReferences(toOne) else { break }
      return try selection.forEach(owners, connection) { owner, member in
        if changed[member] == nil { try body(owner, member) }
      }
    case .byOwner:
      guard let changed = changes.changedReferences(relationship) else { break }
      return try selection.forEach(owners, connection) { owner, member in
        if changed[owner] == nil { try body(owner, member) }
      }
    case .byPair:
      guard let removed = changes.removedMembers(relationship) else { break }
      return try selection.forEach(owners, connection) { owner, member in
        if removed[owner]?.contains(member) != true { try body(owner, member) }
      }
    }
    try selection.forEach(owners, connection, body)
  }

  /// Calls a body with every pair that is not stored yet.
  func forEachAdded(
    _ owners: [Int64], _ changes: RelationshipChanges,
    _ body: (_ owner: Int64, _ member: Int64) throws -> Void
  ) rethrows {
    guard let added = changes.addedMembers(relationship) else { return }
    let isOwner = KeySet(owners)
    for (owner, members) in added.sorted(by: { $0.key < $1.key }) where isOwner.contains(owner) {
      for member in members.sorted() { try body(owner, member) }
    }
  }
}
