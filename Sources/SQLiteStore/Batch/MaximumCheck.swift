import GraphModel
import ObjectGraph
import SQLiteAccess

/// Checks that objects have not got too many members by a batch.
struct MaximumCheck {
  private let store: SQLiteStore
  private let connection: SQLiteConnection

  init(_ store: SQLiteStore, _ connection: SQLiteConnection) {
    self.store = store
    self.connection = connection
  }

  /// - Throws: ``SaveConflict`` where an object has too many members.
  func run(_ toMany: ResolvedRelationship, owners: some Sequence<Int64>) throws {
    guard let most = toMany.maximumCount else { return }
    let reader = MemberReader(
      plans: store.memberPlans, table: try store.table(store.rules.names.root(of: toMany.destination)),
      relationship: toMany, excluded: nil, doomed: nil)
    for owner in owners {
      let count = try reader.count(of: owner, connection)
      if count > most {
        throw SaveConflict.tooManyMembers(relationship: toMany.index, owner: owner, count: count)
      }
    }
  }
}
