import GraphQuery
import GraphValues
import ObjectGraph
import Testing

@testable import Graphstore

/// Follows a request as a live result and checks each snapshot against a fetch.
final class LiveFollower {
  typealias Rows = [[LiveFollower.Row]]

  struct Row: Equatable {
    let id: ObjectID
    let value: AttributeValue
  }

  let request: FetchRequest<ManagedObject>
  let section: String?
  private let key: String
  private let mailbox: LiveMailbox<AttributeValue>
  private let subscription: any LiveEntry
  private var shown: Rows = []
  private(set) var snapshots = 0

  init(
    _ request: FetchRequest<ManagedObject>, section: String? = nil, value key: String,
    _ container: PersistentContainer
  ) throws {
    self.request = request
    self.section = section
    self.key = key
    let query = try LiveQuery(
      request, section: section.map { SortKey($0) }, in: container.newContext()
    ) { try Self.value($0, key) }
    let subscription = LiveSubscription(query)
    mailbox = subscription.mailbox
    self.subscription = subscription
    container.liveWorker.add(subscription)
  }

  private static func value(_ object: ManagedObject, _ key: String) throws -> AttributeValue {
    try object.value(forKey: key)
  }

  func end() { mailbox.end() }

  /// Takes the newest snapshot, if there is one, and compares what is known then with the store.
  func check(_ container: PersistentContainer, _ comment: String) throws {
    #expect(!mailbox.isEnded, "\(comment)")
    if let snapshot = mailbox.takeNow() {
      snapshots += 1
      let rows = snapshot.sections.map { section in
        section.rows.map { Row(id: snapshot[$0].id, value: snapshot[$0].value) }
      }
      snapshot.difference.apply(to: &shown) { rows[$0.section][$0.item] }
      #expect(shown == rows, "the difference makes another list: \(comment)")
      #expect(shown.count == rows.count)
      shown = rows
      let stays = Set(snapshot.difference.moves.map(\.to)).isDisjoint(with: snapshot.difference.insertions)
      #expect(stays)
    }
    #expect(shown == (try fetched(container.newContext())), "\(comment)")
  }

  private func fetched(_ context: ObjectContext) throws -> Rows {
    func rows(_ objects: some Sequence<ManagedObject>) throws -> [Row] {
      try objects.map { Row(id: $0.id, value: try Self.value($0, key)) }
    }
    guard let section else { return [try rows(try context.fetch(request))] }
    return try context.fetch(request, sectionedBy: section).map { try rows($0) }
  }
}
