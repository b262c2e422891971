import GraphValues

/// Deletions whose rules registered objects have not all felt yet.
///
/// The members of a deleted object are often not known, and are not read for it: the store applies the rules to
/// them in one piece at save. Objects of theirs that happen to be registered are looked for once somebody looks.
struct PendingDeletions {
  /// Keys of deleted objects by the relationship, of which the members are not known.
  var unsettled: [Int: Set<Int64>] = [:]
  /// Objects read since, which may have lost what they lead to.
  var read: [ManagedObject] = []
  /// Whether objects are deleted to whose stored relations rules apply.
  var hasStored = false

  var isUnsettled: Bool { !unsettled.isEmpty || !read.isEmpty }
}
