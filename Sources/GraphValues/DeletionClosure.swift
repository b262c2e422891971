/// Deletion by rule of rows that no context has read: where it starts, and what it leaves alone.
///
/// From the rows of ``roots`` the delete rules of all relationships are followed through what is stored.
/// Cascades doom rows, whose relationships' rules are followed in turn.
package struct DeletionClosure: Sendable, Hashable {
  /// The keys of deleted objects by the name of their hierarchy's root entity, ascending.
  package var roots: [String: [Int64]]
  /// The keys of rows that the context has changed or deleted itself, by root: they are neither doomed nor
  /// nullified, and no rule counts them as in the way.
  package var handled: [String: [Int64]]

  package init(roots: [String: [Int64]] = [:], handled: [String: [Int64]] = [:]) {
    self.roots = roots
    self.handled = handled
  }

  /// Whether no rule has anything to start from.
  package var isEmpty: Bool { roots.values.allSatisfy(\.isEmpty) }
}
