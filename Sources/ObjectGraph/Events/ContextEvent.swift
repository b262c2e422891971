import GraphValues
import Synchronization

/// What has happened in a context.
public struct ContextEvent: Sendable, Hashable {
  /// The moment that an event tells of.
  public enum Kind: Sendable, Hashable {
    /// Objects were changed: in memory, by undoing, by refreshing, or by what was merged.
    case objectsDidChange
    /// A save begins.
    case willSave
    /// A save has been written.
    case didSave
  }

  /// The moment.
  public let kind: Kind
  /// The objects concerned; of several events that nobody had taken yet, all of them.
  public internal(set) var changes: ObjectChanges
}

/// Events that nobody has taken yet: of each kind one at most.
struct ContextEventQueue: Coalescing {
  private(set) var events: [ContextEvent]

  mutating func merge(_ later: ContextEventQueue) {
    for event in later.events {
      if let index = events.firstIndex(where: { $0.kind == event.kind }) {
        events[index].changes.merge(event.changes)
      } else {
        events.append(event)
      }
    }
  }

  init(_ event: ContextEvent) { events = [event] }
}

/// Those who want to be told of a context's events. They may go on any thread.
final class ContextListeners: Sendable {
  private let mailboxes = Guarded<[ObjectIdentifier: CoalescingMailbox<ContextEventQueue>]>([:])

  var isEmpty: Bool { mailboxes.withLock { $0.isEmpty } }

  func add(_ mailbox: CoalescingMailbox<ContextEventQueue>) {
    mailboxes.withLock { $0[ObjectIdentifier(mailbox)] = mailbox }
  }

  func remove(_ mailbox: CoalescingMailbox<ContextEventQueue>) {
    mailboxes.withLock { $0[ObjectIdentifier(mailbox)] = nil }
  }

  func post(_ event: ContextEvent) {
    for mailbox in mailboxes.withLock({ Array($0.values) }) { mailbox.post(ContextEventQueue(event)) }
  }

  /// The context is gone.
  func finish() {
    for mailbox in mailboxes.withLock({ Array($0.values) }) { mailbox.finish() }
  }

  deinit { finish() }
}

/// The events of a context, from when it was asked for; to be iterated once.
///
/// Whoever is slow gets several events of a kind as one, and none is lost. It ends with the context.
public struct ContextEvents: AsyncSequence, Sendable {
  /// Listens until nobody holds it.
  fileprivate final class Subscription: Sendable {
    let mailbox = CoalescingMailbox<ContextEventQueue>()
    private let listeners: ContextListeners

    init(_ listeners: ContextListeners) {
      self.listeners = listeners
      listeners.add(mailbox)
    }

    deinit { listeners.remove(mailbox) }
  }

  private let subscription: Subscription

  init(_ listeners: ContextListeners) { subscription = Subscription(listeners) }

  /// An iterator of the events.
  public func makeAsyncIterator() -> Iterator { Iterator(subscription: subscription) }

  /// Waits for events.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let subscription: Subscription
    private var taken: ArraySlice<ContextEvent> = []

    fileprivate init(subscription: Subscription) { self.subscription = subscription }

    /// The next event; nil once the task is cancelled or the context is gone.
    public mutating func next() async -> ContextEvent? { await next(isolation: #isolation) }

    /// The next event; nil once the task is cancelled or the context is gone.
    public mutating func next(isolation: isolated (any Actor)?) async -> ContextEvent? {
      if taken.isEmpty { taken = (await subscription.mailbox.next(isolation: isolation))?.events[...] ?? [] }
      return taken.popFirst()
    }
  }
}
