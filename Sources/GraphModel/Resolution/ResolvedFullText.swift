/// The full-text index of a hierarchy: one for all its entities.
package struct ResolvedFullText: Sendable, Hashable {
  /// An attribute whose words it holds.
  package struct Column: Sendable, Hashable {
    package let name: String
    package let slot: Int
  }

  /// The attributes that any of the entities names, in the order of their names' bytes.
  package let columns: [Column]
  package let prefixLengths: [Int]
  package let keepsDiacritics: Bool

  /// - Returns: nil where none of the entities declares an index.
  init?(_ family: [EntityDescription], slots: [StoredProperty]) {
    let declared = family.compactMap(\.fullText)
    guard let first = declared.first else { return nil }
    let names = Set(declared.flatMap(\.attributes))
    columns = slots.filter { names.contains($0.name) }
      .map { Column(name: $0.name, slot: $0.slot) }
      .sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    prefixLengths = first.prefixLengths
    keepsDiacritics = first.keepsDiacritics
  }
}

extension ResolvedModel {
  /// The attributes of an entity whose words can be searched for, its parents' first; none where it has no index.
  package func fullTextAttributes(of entity: ResolvedEntity) -> [String] {
    var result: [String] = []
    for name in entity.ancestors.reversed() + [entity.name] {
      for attribute in self[name]?.description.fullText?.attributes ?? []
      where !result.contains(attribute) {
        result.append(attribute)
      }
    }
    return result
  }
}
