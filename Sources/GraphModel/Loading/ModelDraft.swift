import GraphValues

/// A model as it was read, with the places of everything, before the rules have looked at it.
struct ModelDraft {
  let name: String
  /// Where the model's name stands, or the first file.
  let namePlace: SourcePlace
  let version: String?
  let entities: [EntityDraft]
  /// The first entity of each name.
  private let byName: [String: Int]

  init(name: String, namePlace: SourcePlace, version: String?, entities: [EntityDraft]) {
    self.name = name
    self.namePlace = namePlace
    self.version = version
    self.entities = entities
    byName = Dictionary(
      entities.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  func entity(named name: String) -> EntityDraft? {
    byName[name].map { entities[$0] }
  }

  /// The parents of an entity, the nearest first; ends where a name is unknown, seen before or too far.
  func ancestors(of entity: EntityDraft) -> [EntityDraft] {
    var result: [EntityDraft] = []
    var seen: Set<String> = [entity.name]
    var next = entity.description.parent
    while let name = next, seen.insert(name).inserted, let parent = self.entity(named: name),
      result.count <= LoadingLimits.inheritanceDepth
    {
      result.append(parent)
      next = parent.description.parent
    }
    return result
  }

  /// An own or inherited property; `address.street` is a member of a composite.
  func property(named name: String, of entity: EntityDraft) -> PropertyDraft? {
    for entity in [entity] + ancestors(of: entity) {
      if let property = entity.property(named: name) { return property }
    }
    return nil
  }

  /// The names of all own and inherited properties and members of composites.
  func propertyNames(of entity: EntityDraft) -> [String] {
    ([entity] + ancestors(of: entity)).flatMap { $0.propertyNames }
  }
}

/// An entity as it was read.
struct EntityDraft {
  let description: EntityDescription
  let attributes: [AttributeDraft]
  let composites: [CompositeDraft]
  let relationships: [RelationshipDraft]
  let reader: ObjectReader
  /// Its own properties in the order of the file, attributes and composites first.
  let orderedProperties: [PropertyDraft]
  /// The first property of each name.
  let properties: [String: PropertyDraft]
  /// The first property of each name, by the names under which case is ignored.
  private let folded: [String: PropertyDraft]

  var name: String { description.name }
  var place: SourcePlace { reader.place }

  /// The attributes and the members of composites.
  var attributesAndMembers: [AttributeDraft] { attributes + composites.flatMap(\.members) }

  /// Its own property of a name, or the member of a composite.
  func property(named name: String) -> PropertyDraft? {
    if let property = properties[name] { return property }
    guard let dot = name.firstIndex(of: "."),
      case .composite(let composite) = properties[String(name[..<dot])]
    else { return nil }
    return composite.member(named: String(name[name.index(after: dot)...])).map { .attribute($0) }
  }

  /// The names of its own properties and members of composites.
  var propertyNames: [String] {
    orderedProperties.flatMap { property in
      if case .composite(let composite) = property { composite.paths } else { [property.name] }
    }
  }

  /// Its own property of a name in the form of ``NameForm/folded(_:)``.
  func property(folded name: String) -> PropertyDraft? { folded[name] }

  init(
    description: EntityDescription, elements: [PropertyDraft], relationships: [RelationshipDraft],
    reader: ObjectReader
  ) {
    self.description = description
    attributes = elements.compactMap(\.attribute)
    composites = elements.compactMap(\.composite)
    self.relationships = relationships
    self.reader = reader
    let all = elements + relationships.map { PropertyDraft.relationship($0) }
    orderedProperties = all
    properties = Dictionary(all.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    folded = Dictionary(
      all.map { (NameForm.folded($0.name), $0) }, uniquingKeysWith: { first, _ in first })
  }
}

/// An attribute as it was read.
struct AttributeDraft {
  let description: AttributeDescription
  /// Whether the file named a type that there is; if not, rules about types are silent.
  let hasType: Bool
  let reader: ObjectReader

  var name: String { description.name }
  var place: SourcePlace { reader.place }
}

/// A composite as it was read.
struct CompositeDraft {
  let description: CompositeDescription
  let members: [AttributeDraft]
  let reader: ObjectReader

  var name: String { description.name }
  var place: SourcePlace { reader.place }
  /// The names of its members in predicates, constraints and columns.
  var paths: [String] { members.map { "\(name).\($0.name)" } }

  func member(named name: String) -> AttributeDraft? { members.first { $0.name == name } }
}

/// A relationship as it was read.
struct RelationshipDraft {
  let description: RelationshipDescription
  let reader: ObjectReader

  var name: String { description.name }
  var place: SourcePlace { reader.place }
}

/// A property as it was read.
enum PropertyDraft {
  case attribute(AttributeDraft)
  case composite(CompositeDraft)
  case relationship(RelationshipDraft)

  var name: String {
    switch self {
    case .attribute(let attribute): attribute.name
    case .composite(let composite): composite.name
    case .relationship(let relationship): relationship.name
    }
  }

  var reader: ObjectReader {
    switch self {
    case .attribute(let attribute): attribute.reader
    case .composite(let composite): composite.reader
    case .relationship(let relationship): relationship.reader
    }
  }

  var place: SourcePlace { reader.place }

  var attribute: AttributeDraft? { if case .attribute(let attribute) = self { attribute } else { nil } }
  var composite: CompositeDraft? { if case .composite(let composite) = self { composite } else { nil } }
}
