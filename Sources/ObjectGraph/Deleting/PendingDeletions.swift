import GraphModel
import GraphValues

/// Deletions whose rules registered objects have not all felt yet.
///
/// The members of a deleted object are often not known, and are not read for it: the store applies the rules to
/// them in one piece at save. Objects of theirs that happen to be registered are looked for once somebody looks.
struct PendingDeletions {
  /// Keys of deleted objects by the relationship, of which the members are not known.
  var unsettled: [Int: Set<Int64>] = [:]
  /// Keys of deleted objects that were never saved, by the roots of their hierarchies: nothing can be read of them.
  var vanished: [String: Set<Int64>] = [:]
  /// Objects read since, which may have lost what they lead to.
  var read: [ManagedObject] = []
  /// Members of relationships with the rule `deny` that were taken out of join tables with the deleted object, so that
  /// it can be undone; the store does not find them any more.
  var denials: [(relationship: ResolvedRelationship, owner: ManagedObject, member: ManagedObject)] = []
  /// Whether objects are deleted to whose stored relations rules apply.
  var hasStored = false

  /// The roots of hierarchies of which a cascade may take objects that nobody has read.
  var reached: Set<String> = []
  /// How many deletions are being worked on, one within the other.
  var depth = 0

  var hasWork: Bool { !unsettled.isEmpty || !read.isEmpty }

  /// Whether there are rules to apply; what applies them is not interrupted for it.
  var isUnsettled: Bool { depth == 0 && hasWork }
}
