import GraphValues

/// The hash that tells whether two models keep objects in the same way.
///
/// It covers what decides tables, columns, keys and indexes:
/// - of an entity: its name, its parent, whether it is abstract, its number in its hierarchy (the `_entity`
///   column holds it), its uniqueness constraints, indexes, full-text and spatial indexes;
/// - of an attribute: its name, type, `array`, `optional`, `transient`, `derived`, `external` and `scale`;
/// - of a composite: its name, `optional`, and what is covered of its attributes;
/// - of a relationship: its name, destination, `many`, `ordered`, `inverse`, for a to-one `optional`,
///   whether its rule is `noAction` (such a one has no foreign key), and whether a join table is named by it
///   (that is the side which stands first in the model)
///
/// It leaves out, as Core Data's version hashes do, what may change without touching a stored row: the model's
/// name and version, the order of entities of different hierarchies and of properties, defaults, the
/// rules of validation (`min`, `max`, lengths, `pattern`, `values`, counts), the other delete rules, `swiftType`,
/// fetch requests, `userInfo`, `renamedFrom` and documentation.
enum Fingerprint {
  static func of(_ entities: [EntityDescription]) -> String {
    let numbers = Hierarchies.numbers(of: entities)
    let links = RelationshipLinks(entities)
    let lines = entities.map { text($0, number: numbers[$0.name] ?? 0, links) }.sorted(by: precedes)
    return SHA256.hexDigest("graphstore model 1\n" + lines.joined())
  }

  private static func text(
    _ entity: EntityDescription, number: Int, _ links: RelationshipLinks
  ) -> String {
    var head = ["entity", entity.name, "number", String(number)]
    if let parent = entity.parent { head += ["parent", parent] }
    if entity.isAbstract { head.append("abstract") }
    let relationships = (links.sidesOfOwner[entity.name] ?? []).compactMap { index in
      links.sides[index].description.map { line($0, namesJoin: links.namesJoin(index)) }
    }
    let properties =
      (entity.attributes.map { line($0) } + entity.composites.flatMap(lines) + relationships)
      .sorted(by: precedes)
    let unique = entity.uniquenessConstraints.map { row(["unique"] + $0) }.sorted(by: precedes)
    let indexes = entity.indexes.map { index in
      row(["index"] + index.elements.flatMap { [$0.property, $0.isDescending ? "desc" : "asc"] })
    }.sorted(by: precedes)
    let search = searchIndexes(entity).sorted(by: precedes)
    return row(head) + (properties + unique + indexes + search).joined()
  }

  private static func searchIndexes(_ entity: EntityDescription) -> [String] {
    var rows = entity.spatialIndexes.map { index in
      row(["spatial", index.name] + index.axes.flatMap { [$0.minimum, $0.maximum] })
    }
    if let fullText = entity.fullText {
      rows.append(
        row(
          ["fullText", String(fullText.attributes.count)] + fullText.attributes.sorted(by: precedes)
            + fullText.prefixLengths.map(String.init) + (fullText.keepsDiacritics ? ["diacritics"] : [])))
    }
    return rows
  }

  private static func lines(_ composite: CompositeDescription) -> [String] {
    var words = ["composite", composite.name]
    if composite.isOptional { words.append("optional") }
    return [row(words)] + composite.attributes.map { line($0, of: composite) }
  }

  private static func line(
    _ attribute: AttributeDescription, of composite: CompositeDescription? = nil
  ) -> String {
    let name = composite.map { "\($0.name).\(attribute.name)" } ?? attribute.name
    var words = ["attribute", name, attribute.type.rawValue]
    if attribute.isArray { words.append("array") }
    if attribute.isOptional { words.append("optional") }
    if attribute.isTransient { words.append("transient") }
    if let derivation = attribute.derivation { words += ["derived", derivation] }
    if attribute.isExternal { words.append("external") }
    if let scale = attribute.scale { words += ["scale", String(scale)] }
    return row(words)
  }

  private static func line(_ relationship: RelationshipDescription, namesJoin: Bool) -> String {
    var words = ["relationship", relationship.name, relationship.destination]
    if relationship.isToMany {
      words.append("many")
    } else if relationship.isOptional {
      words.append("optional")
    }
    if relationship.isOrdered { words.append("ordered") }
    if let inverse = relationship.inverse { words += ["inverse", inverse] }
    if relationship.deleteRule == .noAction { words.append("noAction") }
    if namesJoin { words.append("source") }
    return row(words)
  }

  /// Words with their lengths before them, so that no text can pass for two words or two lines.
  private static func row(_ words: [String]) -> String {
    words.map { "\($0.utf8.count):\($0)" }.joined(separator: " ") + "\n"
  }

  private static func precedes(_ left: String, _ right: String) -> Bool {
    left.utf8.lexicographicallyPrecedes(right.utf8)
  }
}
