/// A box, or a point, in the dimensions of a spatial index.
public struct SpatialBox: Sendable, Hashable {
  /// What it spans on each axis: x, then y and z where there are any.
  public let ranges: [ClosedRange<Double>]

  /// A box of one, two or three dimensions.
  public init(x: ClosedRange<Double>) { ranges = [x] }

  /// A box of two dimensions.
  public init(x: ClosedRange<Double>, y: ClosedRange<Double>) { ranges = [x, y] }

  /// A box of three dimensions.
  public init(x: ClosedRange<Double>, y: ClosedRange<Double>, z: ClosedRange<Double>) { ranges = [x, y, z] }

  /// A point of one, two or three dimensions.
  ///
  /// - Precondition: none of them is NaN.
  public init(x: Double, y: Double? = nil, z: Double? = nil) {
    ranges = [x, y, z].compactMap { $0 }.map { $0...$0 }
  }
}

/// How the boxes of objects lie to a box.
package struct SpatialQuery: Sendable, Hashable {
  package enum Relation: UInt8, Sendable, Hashable {
    /// They have a point in common; a border belongs to its box.
    case intersects
    /// The object's box lies in the other one.
    case within
    /// The object's box has the other one in it.
    case contains
  }

  package let index: String
  package let relation: Relation
  package let box: SpatialBox
}

extension QueryPredicate {
  /// Whether an object's box has a point in common with another box; a border belongs to its box.
  ///
  /// An object has no box where one of the index's attributes is nil, or a smaller end lies beyond its larger one.
  ///
  /// - Parameter index: the name of a spatial index of the entity.
  public static func spatial(_ index: String, intersects box: SpatialBox) -> QueryPredicate {
    QueryPredicate(.spatial(SpatialQuery(index: index, relation: .intersects, box: box)), depth: 2)
  }

  /// Whether an object's box lies in another box.
  ///
  /// - Parameter index: the name of a spatial index of the entity.
  public static func spatial(_ index: String, within box: SpatialBox) -> QueryPredicate {
    QueryPredicate(.spatial(SpatialQuery(index: index, relation: .within, box: box)), depth: 2)
  }

  /// Whether an object's box has another box in it.
  ///
  /// - Parameter index: the name of a spatial index of the entity.
  public static func spatial(_ index: String, contains box: SpatialBox) -> QueryPredicate {
    QueryPredicate(.spatial(SpatialQuery(index: index, relation: .contains, box: box)), depth: 2)
  }
}
