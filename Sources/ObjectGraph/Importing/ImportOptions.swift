/// How an import treats what is there already.
public struct ImportOptions: Sendable, Hashable {
  /// What becomes of members of a to-many that the records do not name.
  public enum Members: Sendable, Hashable {
    /// They stay; the named ones are added, in an ordered relationship at its end.
    case add
    /// They are taken out: the named ones are all there are afterwards, in their order.
    case replace
  }

  /// What becomes of members of a to-many that the records do not name.
  public var members: Members

  /// Options; each has a default.
  ///
  /// - Parameter members: what becomes of members that the records do not name.
  public init(members: Members = .add) {
    self.members = members
  }
}
