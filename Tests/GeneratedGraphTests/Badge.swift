/// The Swift type of the golden models' `codable` attributes.
public struct Badge: Codable, Sendable, Hashable {
  /// What it says.
  public var title: String
}
