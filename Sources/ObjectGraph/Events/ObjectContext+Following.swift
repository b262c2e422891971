import GraphValues

/// Takes in what others commit.
final class CommitInbox: Sendable {
  let mailbox = CoalescingMailbox<CommitBacklog>()
  private let observation: any CommitObservation

  init(_ store: any PersistentStore) {
    let mailbox = mailbox
    observation = store.observeCommits { mailbox.post(.commit($0)) }
  }

  deinit { observation.end() }
}

extension ObjectContext {
  /// Whether the context takes in by itself what others commit, in this process or another one; false unless set.
  ///
  /// It does so at the next fetch, after the next save and in ``processPendingChanges()``: never while somebody is reading
  /// objects. Objects show the new values, those that are gone are deleted, and unsaved changes stay on top of the new values:
  /// of a property that both have changed, the next save writes the context's value, as it is no conflict any more. What has
  /// not been taken in when a save begins is met by the ``mergePolicy``.
  ///
  /// A context of an actor or of the main actor can have ``followChanges(isolation:)`` run instead, which merges as changes come.
  public var automaticallyMergesChanges: Bool {
    get { core.inbox != nil }
    set {
      if newValue == (core.inbox != nil) { return }
      core.inbox = newValue ? CommitInbox(core.store) : nil
    }
  }

  /// Merges what others commit as it comes, in the isolation of the caller, until its task is cancelled.
  ///
  /// ```swift
  /// let following = Task { try await context.followChanges() }
  /// ```
  ///
  /// Between two merges the isolation is free for others. Unsaved changes stay on top, as ``automaticallyMergesChanges`` says.
  /// The context stays in memory until the task is cancelled.
  ///
  /// - Throws: the store's errors where changes cannot be read.
  public func followChanges(isolation: isolated (any Actor)? = #isolation) async throws {
    let inbox = CommitInbox(core.store)
    while let changes = await inbox.mailbox.next(isolation: isolation) {
      try core.access.during {
        try core.merge(changes.accumulator)
        core.tellOfChanges()
      }
    }
  }

  /// Tells the context what others have committed.
  ///
  /// Only objects and lists that are concerned are read anew. Unsaved changes stay on top, as ``automaticallyMergesChanges``
  /// says; what this context has committed itself is left out.
  ///
  /// - Throws: the store's errors.
  public func mergeChanges(from change: StoreChange) throws {
    try core.throwRecordedError()
    try core.access.during {
      try core.merge(change.accumulator)
      core.tellOfChanges()
    }
  }
}

extension ContextCore {
  /// Merges what has come in.
  func mergeIncoming() throws {
    guard let inbox, let changes = inbox.mailbox.take() else { return }
    do {
      try merge(changes.accumulator)
    } catch {
      inbox.mailbox.putBack(changes)
      throw error
    }
  }
}
