/// The Swift type of the golden model's `codable` attributes.
public struct Badge: Codable, Sendable, Hashable {
  /// What it says.
  public var title: String
  /// What it is worth.
  public var points: Int

  /// A badge.
  public init(title: String, points: Int) {
    self.title = title
    self.points = points
  }
}
