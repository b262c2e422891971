/// The Swift type of the model's `codable` attributes.
public struct Badge: Codable, Sendable, Hashable {
  /// What it says.
  public var title: String

  /// A badge.
  public init(title: String) { self.title = title }
}

// Beside generated code in another file, with no import at all.
extension Employee {
  /// Whether nobody is above the employee.
  public var isChief: Bool { chief == nil }
}
