/// Somebody who is told of commits: until this is let go of, or ended.
package protocol CommitObservation: AnyObject, Sendable {
  /// Tells no more.
  func end()
}
