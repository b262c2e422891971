import GraphModel
package import SQLSyntax

/// The full-text and spatial indexes of a store.
package struct SearchLayout: Sendable {
  package let fullTexts: [FullTextLayout]
  package let spatials: [SpatialLayout]

  /// Names do not depend on the order of the model's file, as the fingerprint does not.
  init(_ model: ResolvedModel, _ tables: [TableLayout], names: inout SchemaNames) {
    let sorted = tables.sorted { $0.tableName.utf8.lexicographicallyPrecedes($1.tableName.utf8) }
    var fullTexts: [FullTextLayout] = []
    var spatials: [SpatialLayout] = []
    for table in sorted {
      if let index = model.fullText(ofRoot: table.tableName) {
        fullTexts.append(FullTextLayout(index, of: table.tableName, names: &names))
      }
      let indexes = model.spatialIndexes(ofRoot: table.tableName)
        .sorted { ($0.entity, $0.name) < ($1.entity, $1.name) }
      for index in indexes {
        guard let entity = model[index.entity] else { continue }
        spatials.append(SpatialLayout(index, of: table, entity, names: &names))
      }
    }
    self.fullTexts = fullTexts
    self.spatials = spatials
  }

  package var isEmpty: Bool { fullTexts.isEmpty && spatials.isEmpty }

  /// The virtual tables by name, and the statements that make them, as the schema keeps them.
  package var tables: [(name: String, creation: String)] {
    fullTexts.map { ($0.name, $0.creation) } + spatials.map { ($0.name, $0.creation) }
  }

  package var triggers: [TriggerLayout] { fullTexts.flatMap(\.triggers) + spatials.flatMap(\.triggers) }

  /// The statements that make all of it.
  package var creation: [SQL] {
    tables.map { SQL(raw: $0.creation) } + triggers.map { SQL(raw: $0.creation) }
  }
}
