/// What happens to the objects at the other end of a relationship when an object is deleted.
public enum DeleteRule: String, Sendable, Hashable, Codable, CaseIterable {
  /// Their reference to the object is removed.
  case nullify
  /// They are deleted as well.
  case cascade
  /// The deletion is refused while there are any.
  case deny
  /// Nothing: their reference may dangle.
  case noAction
}
