import GraphModel
import GraphValues
import ObjectGraph
import SQLSyntax
import SQLiteAccess

/// Checks how many members objects have whose members a batch has changed.
struct CountCheck {
  /// Objects that a to-one led to, which may have lost members.
  struct Owners {
    let relationship: ResolvedRelationship
    let keys: [Int64]
  }

  private let store: SQLiteStore
  private let connection: SQLiteConnection

  init(_ store: SQLiteStore, _ connection: SQLiteConnection) {
    self.store = store
    self.connection = connection
  }

  private var names: StoredNames { store.rules.names }

  /// The to-ones of a hierarchy whose inverse asks for some members at least.
  func leads(fromRoot root: String) -> [ResolvedRelationship] {
    names.model.relationships.filter { relationship in
      guard names.root(of: relationship.owner) == root, case .column = relationship.storage else {
        return false
      }
      return names.model.inverse(of: relationship).leastCount > 0
    }
  }

  /// What some rows refer to by such to-ones.
  ///
  /// - Parameter slots: the to-ones that count; nil for all.
  func owners(ofMembers keys: [Int64], root: String, slots: Set<Int>? = nil) throws -> [Owners] {
    var result: [Owners] = []
    for relationship in leads(fromRoot: root) {
      guard case .column(let slot, _) = relationship.storage, slots?.contains(slot) ?? true else { continue }
      let column = "m.\(names.column(slot, of: relationship.owner))"
      let text =
        "SELECT DISTINCT \(column) FROM \(StoredNames.feed) AS f CROSS JOIN \(names.table(ofRoot: root)) AS m "
        + "ON m.\(StoredNames.key) = f.key WHERE \(column) IS NOT NULL"
      let owners = try connection.withFeed(KeyFeed.rows(keys)) { try connection.keys(text, []) }
      result.append(Owners(relationship: relationship, keys: owners))
    }
    return result
  }

  /// - Throws: ``SaveConflict`` where an object that is still there has too few members.
  func checkLeast(_ owners: [Owners]) throws {
    for part in owners {
      let toMany = names.model.inverse(of: part.relationship)
      let text =
        "SELECT 1 FROM \(names.table(of: part.relationship.destination)) WHERE \(StoredNames.key) = ?1"
      for owner in part.keys {
        let count = try count(toMany, owner)
        if count < toMany.leastCount, try !connection.keys(text, [.integer(owner)]).isEmpty {
          throw SaveConflict.memberCount(relationship: toMany.index, owner: owner, count: count)
        }
      }
    }
  }

  /// - Throws: ``SaveConflict`` where an object has too many members.
  func checkMost(_ toMany: ResolvedRelationship, owners: some Sequence<Int64>) throws {
    guard let most = toMany.maximumCount else { return }
    for owner in owners {
      let count = try count(toMany, owner)
      if count > most {
        throw SaveConflict.memberCount(relationship: toMany.index, owner: owner, count: count)
      }
    }
  }

  private func count(_ toMany: ResolvedRelationship, _ owner: Int64) throws -> Int {
    let table = try store.table(names.root(of: toMany.destination))
    let reader = MemberReader(
      plans: store.memberPlans, table: table, relationship: toMany, excluded: nil, doomed: nil)
    return try reader.count(of: owner, connection)
  }
}

extension ResolvedRelationship {
  /// How many members a to-many has to have.
  var leastCount: Int { isToMany ? minimumCount ?? (isOptional ? 0 : 1) : 0 }
}
