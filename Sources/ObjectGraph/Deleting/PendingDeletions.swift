import GraphModel
import GraphValues

/// Deletions whose rules registered objects have not all felt yet.
///
/// The members of a deleted object are often not known, and are not read for it: the store finds what cascades doom once
/// somebody looks, and applies the rules in one piece at save.
struct PendingDeletions {
  /// A member of a deleted object that may stand in the way.
  struct Denial {
    let relationship: ResolvedRelationship
    let owner: ManagedObject
    let member: ManagedObject
  }

  /// Keys of deleted objects by the relationship, of which the members are not known.
  var unsettled: [Int: Set<Int64>] = [:]
  /// Keys of deleted objects from which cascades lead to members that are not known, by the roots of their hierarchies.
  var unsearched: [String: Set<Int64>] = [:]
  /// What the store found cascades to doom, by the roots of hierarchies.
  var doomed: [String: KeySet] = [:]
  /// Keys of deleted objects that were never saved, by the roots of their hierarchies: nothing can be read of them.
  var vanished: [String: Set<Int64>] = [:]
  /// Objects that came to be registered or were read since, which may be doomed, or have lost what they lead to.
  var read: [ManagedObject] = []
  /// Members of relationships with the rule `deny` that were taken out of join tables with the deleted object, so that
  /// it can be undone; the store does not find them any more.
  var denials: [Denial] = []
  /// Whether objects are deleted to whose stored relations rules apply.
  var hasStored = false
  /// Whether the store is about to save, and finds out for itself what cascades doom.
  var leavesSearch = false
  /// How many deletions are being worked on, one within the other.
  var depth = 0

  var hasWork: Bool { !unsettled.isEmpty || !read.isEmpty || needsSearch }

  var needsSearch: Bool { !unsearched.isEmpty && !leavesSearch }

  /// Whether there are rules to apply; what applies them is not interrupted for it.
  var isUnsettled: Bool { depth == 0 && hasWork }
}
