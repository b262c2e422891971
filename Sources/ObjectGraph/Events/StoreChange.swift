public import Foundation
package import GraphModel
import GraphValues

/// What one or more transactions have changed in a store, whoever committed them.
public struct StoreChange: Sendable {
  /// The objects that changed: inserted, updated with the properties whose stored values differ, and deleted. An object whose
  /// to-many relationship changed by a to-one of its members is not updated itself.
  public let changes: ObjectChanges
  /// Whether ``changes`` are all. They are not where another program has committed that did not tell what: then everything
  /// may have changed.
  public let isComplete: Bool
  /// The authors of the transactions, as far as they were named.
  public let authors: Set<String>
  /// The names of the contexts that saved, as far as they have any.
  public let contextNames: Set<String>
  /// When the last of the transactions was committed.
  public let date: Date
  package let accumulator: CommitAccumulator

  package init(_ accumulator: CommitAccumulator, model: ResolvedModel, store: UUID) {
    self.accumulator = accumulator
    changes = accumulator.objectChanges(model, store: store)
    isComplete = !accumulator.isUnknown
    authors = accumulator.authors
    contextNames = accumulator.contextNames
    date = accumulator.date
  }
}

/// The commits of a store as they come, from when it was asked for; to be iterated once.
///
/// Whoever is slow gets several commits as one change, and nothing is lost: memory is bounded by the number of objects that
/// changed, not by the number of commits. Nothing is noted while nobody holds a sequence.
public struct StoreChanges: AsyncSequence, Sendable {
  private let inbox: CommitInbox
  private let model: ResolvedModel
  private let store: UUID

  package init(_ store: any PersistentStore, _ model: ResolvedModel) {
    inbox = CommitInbox(store)
    self.model = model
    self.store = store.identifier
  }

  /// An iterator of the changes.
  public func makeAsyncIterator() -> Iterator {
    Iterator(inbox: inbox, model: model, store: store)
  }

  /// Waits for changes.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let inbox: CommitInbox
    fileprivate let model: ResolvedModel
    fileprivate let store: UUID

    /// What was committed since the last time, for which it waits; nil once the task is cancelled.
    public mutating func next() async -> StoreChange? { await next(isolation: #isolation) }

    /// What was committed since the last time, for which it waits; nil once the task is cancelled.
    public mutating func next(isolation: isolated (any Actor)?) async -> StoreChange? {
      await inbox.mailbox.next(isolation: isolation).map {
        StoreChange($0.accumulator, model: model, store: store)
      }
    }
  }
}
