/// The join table of a relationship that is to-many on both sides.
///
/// A self-inverse relationship keeps each pair once, the smaller key in `source`.
package struct JoinDescription: Sendable, Hashable {
  /// Its place in ``ResolvedModel/joins``.
  package let index: Int
  /// `_<Entity>_<relationship>` of the source side; the layout of a store numbers names that meet.
  package let tableName: String
  /// The side that stands first in the model: its place in ``ResolvedModel/relationships``.
  package let source: Int
  /// The other side; equal to ``source`` where the relationship is its own inverse.
  package let target: Int
  /// The root of the entity whose keys are in the column `source`.
  package let sourceRoot: String
  /// The root of the entity whose keys are in the column `target`.
  package let targetRoot: String
  /// Whether the source's list keeps an order: there is a column `source_order`.
  package let sourceIsOrdered: Bool
  /// Whether the target's list keeps an order: there is a column `target_order`.
  package let targetIsOrdered: Bool

  package var isSelfInverse: Bool { source == target }
}
