/// A spatial index of an entity and all that inherit from it.
package struct ResolvedSpatial: Sendable, Hashable {
  /// One dimension: what holds the ends.
  package struct Axis: Sendable, Hashable {
    package let minimum: String
    package let maximum: String

    package var isPoint: Bool { minimum == maximum }
  }

  /// The entity that declares it.
  package let entity: String
  package let name: String
  package let axes: [Axis]
}

extension ResolvedModel {
  /// The spatial indexes that an entity has, its own and inherited ones.
  package func spatialIndexes(of entity: ResolvedEntity) -> [ResolvedSpatial] {
    (entity.ancestors.reversed() + [entity.name]).flatMap { name in
      (self[name]?.description.spatialIndexes ?? []).map { Self.resolved($0, of: name) }
    }
  }

  /// The spatial indexes that the entities of a hierarchy declare, in the order of their numbers.
  package func spatialIndexes(ofRoot root: String) -> [ResolvedSpatial] {
    family(ofRoot: root).flatMap { entity in
      entity.description.spatialIndexes.map { Self.resolved($0, of: entity.name) }
    }
  }

  private static func resolved(_ index: SpatialDescription, of entity: String) -> ResolvedSpatial {
    ResolvedSpatial(
      entity: entity, name: index.name,
      axes: index.axes.map { ResolvedSpatial.Axis(minimum: $0.minimum, maximum: $0.maximum) })
  }
}
