import GraphModel
import GraphValues
import Synchronization

/// The texts of the statements that read members, made once a store.
final class MemberPlans: Sendable {
  let names: StoredNames
  private let plans = Guarded<[MemberPlan.Key: MemberPlan]>([:])
  private let texts = Guarded<[TextKey: String]>([:])

  private struct TextKey: Hashable {
    let question: RelationshipStatements.Question
    let relationship: Int
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

  /// The statement that answers a question.
  func text(_ question: RelationshipStatements.Question, _ relationship: ResolvedRelationship) -> String {
    let key = TextKey(question: question, relationship: relationship.index)
    if let text = texts.withLock({ $0[key] }) { return text }
    let text = RelationshipStatements(names).text(question, relationship)
    texts.withLock { $0[key] = text }
    return text
  }
}
