import GraphModel
import GraphValues
import Synchronization

/// The texts of the statements that read members, made once a store.
final class MemberPlans: Sendable {
  let names: StoredNames
  private let plans = Guarded<[MemberPlan.Key: MemberPlan]>([:])
  private let texts = Guarded<[TextKey: String]>([:])

  private enum TextKey: Hashable {
    case link(Int)
    case lastOrder(Int)
  }

  init(_ names: StoredNames) { self.names = names }

  func plan(
    _ relationship: ResolvedRelationship, _ form: OwnerForm, _ result: MemberPlan.Result, _ table: StoredTable
  ) -> MemberPlan {
    let key = MemberPlan.Key(relationship: relationship.index, form: form, result: result)
    if let plan = plans.withLock({ $0[key] }) { return plan }
    let plan = MemberPlan(key, relationship, table, names)
    plans.withLock { $0[key] = plan }
    return plan
  }

  /// Finds whether an owner (`?1`) has a member (`?2`).
  func linkText(_ relationship: ResolvedRelationship) -> String {
    text(.link(relationship.index)) { RelationshipStatements(names).link(relationship) }
  }

  /// The greatest order of each owner that is fed.
  func lastOrderText(_ relationship: ResolvedRelationship) -> String {
    text(.lastOrder(relationship.index)) { RelationshipStatements(names).lastOrder(relationship) }
  }

  private func text(_ key: TextKey, _ make: () -> String) -> String {
    if let text = texts.withLock({ $0[key] }) { return text }
    let text = make()
    texts.withLock { $0[key] = text }
    return text
  }
}
