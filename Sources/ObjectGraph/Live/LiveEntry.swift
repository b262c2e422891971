/// A live result that somebody follows, as the container's worker keeps it.
package protocol LiveEntry: Sendable {
  /// Whether nobody follows it any more.
  var isEnded: Bool { get }
  func isTouched(by changes: LiveChanges) -> Bool
  /// Brings the result to the pass's state; a failure ends it.
  func run(_ pass: LivePass)
  func fail(_ error: any Error)
}

/// A query and where its snapshots go.
package final class LiveSubscription<Result: FetchResult, Value: Sendable>: LiveEntry {
  private let query: LiveQuery<Result, Value>
  package let mailbox: LiveMailbox<Value>

  package init(_ query: LiveQuery<Result, Value>) {
    self.query = query
    mailbox = LiveMailbox(hasSections: query.terms.section != nil)
  }

  package var isEnded: Bool { mailbox.isEnded }

  package func isTouched(by changes: LiveChanges) -> Bool { query.isTouched(by: changes) }

  package func run(_ pass: LivePass) {
    do {
      if let update = try query.update(pass) { mailbox.publish(update, number: pass.number) }
    } catch {
      mailbox.fail(error)
    }
  }

  package func fail(_ error: any Error) { mailbox.fail(error) }
}
