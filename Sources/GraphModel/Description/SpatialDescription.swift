/// A spatial index that a model asks for: boxes, or points where both ends of an axis are one attribute.
///
/// `"spatial": [{ "name": "bounds", "minX": "west", "maxX": "east", "minY": "south", "maxY": "north" }]` in a model file.
public struct SpatialDescription: Sendable, Hashable {
  /// One dimension: the attributes that hold the ends.
  public struct Axis: Sendable, Hashable {
    /// The attribute of the smaller end.
    public package(set) var minimum: String
    /// The attribute of the larger end; the same for points.
    public package(set) var maximum: String

    package init(minimum: String, maximum: String) {
      self.minimum = minimum
      self.maximum = maximum
    }

    /// Whether both ends are one attribute.
    public var isPoint: Bool { minimum == maximum }
  }

  /// The names of axes in a model file.
  package static let axisNames = ["x", "y", "z"]

  /// The index's name, by which queries ask for it.
  public package(set) var name: String
  /// The axes: x, then y and z where there are any.
  public package(set) var axes: [Axis]

  package init(name: String, axes: [Axis]) {
    self.name = name
    self.axes = axes
  }
}
