/// An index that a model asks for: `["joined desc", "name"]` in a model file.
public struct IndexDescription: Sendable, Hashable {
  /// A property of an index.
  public struct Element: Sendable, Hashable {
    /// The property's name.
    public package(set) var property: String
    /// Whether the index runs from large to small.
    public package(set) var isDescending: Bool

    package init(property: String, isDescending: Bool = false) {
      self.property = property
      self.isDescending = isDescending
    }
  }

  /// The properties, most significant first.
  public package(set) var elements: [Element]

  package init(elements: [Element]) {
    self.elements = elements
  }
}
