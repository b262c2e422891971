package import GraphValues
import Synchronization

extension ObjectContext {
  /// A name for people and for other contexts: commits and the store's history carry it. Nil at first.
  public var name: String? {
    get { core.origin.contextName }
    set { core.origin.contextName = newValue }
  }

  /// Who works with this context, as commits and the store's history name them. Nil at first.
  public var transactionAuthor: String? {
    get { core.origin.author }
    set { core.origin.author = newValue }
  }

  /// Who commits what this context saves.
  package var origin: CommitOrigin { core.origin }
}

extension ContextCore {
  private static let numbers = Atomic<UInt64>(0)

  /// A number that no other context of this process has.
  static func nextNumber() -> UInt64 { numbers.wrappingAdd(1, ordering: .relaxed).newValue }
}
