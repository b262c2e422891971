import GraphModel
import GraphQuery
import GraphValues

/// Decides how the entities of a model are shown.
struct InterfaceBuilder {
  private let resolved: ResolvedModel
  private let schemaName: String
  private let names: TypeNames
  /// The names that nothing nested in an entity's type may have: it would hide them.
  private let declared: Set<String>
  private let trees: TreeCycles
  private var built: [String: EntityInterface] = [:]
  private var reasons: [GenerationError.Reason] = []

  init(_ resolved: ResolvedModel, schemaName: String) {
    self.resolved = resolved
    self.schemaName = schemaName
    let entities = resolved.entities.map(\.name)
    var declared = Set(entities).union([schemaName])
    declared.formUnion(entities.filter(resolved.hasChildren).map(FamilyInterface.protocolName))
    self.declared = declared
    names = TypeNames(declared: declared)
    trees = TreeCycles(resolved)
  }

  /// The entities in the model's order.
  ///
  /// - Throws: `GenerationError` where a property cannot be shown.
  mutating func build() throws(GenerationError) -> [EntityInterface] {
    var interfaces = resolved.entities.map { build($0) }
    for (index, entity) in resolved.entities.enumerated() {
      interfaces[index].templates = templates(of: entity)
    }
    if !reasons.isEmpty { throw GenerationError(reasons) }
    return interfaces
  }

  private mutating func templates(of entity: ResolvedEntity) -> [TemplateInterface] {
    var names: Set<String> = []
    var result: [TemplateInterface] = []
    for owner in [entity] + entity.ancestors.compactMap({ resolved[$0] }) {
      for template in owner.description.fetchRequests where names.insert(template.name).inserted {
        do {
          let checked = try CheckedTemplate(template, of: entity, in: resolved)
          result.append(TemplateInterface(checked, names: self.names, interfaces: built))
        } catch {
          reasons.append(
            GenerationError.Reason(
              entity: entity.name, "the fetch request \"\(template.name)\": \(error)"))
        }
      }
    }
    return result
  }

  private mutating func build(_ entity: ResolvedEntity) -> EntityInterface {
    if let interface = built[entity.name] { return interface }
    let parent = entity.ancestors.first.flatMap { resolved[$0] }.map { build($0) }
    let inherited = parent.map { parent in parent.members.map { $0.inherited(from: parent.name) } } ?? []
    let family =
      resolved.hasChildren(entity.name)
      ? FamilyInterface(of: entity.name, concrete: resolved.concreteFamily(of: entity)) : nil
    let own = ownMembers(of: entity)
    let interface = EntityInterface(
      description: entity.description, name: entity.name, schemaName: schemaName, names: names,
      members: inherited + own, inheritedCount: inherited.count,
      parentProtocol: parent.map { FamilyInterface.protocolName(of: $0.name) }, family: family,
      boxed: trees.boxed(in: entity))
    if family != nil, interface.members.contains(where: { $0.name == "kind" }) {
      reasons.append(
        GenerationError.Reason(
          entity: entity.name, property: "kind",
          "the types of entities that others inherit from have a member of that name"))
    }
    built[entity.name] = interface
    return interface
  }

  private mutating func ownMembers(of entity: ResolvedEntity) -> [MemberInterface] {
    var taken = declared.union(["Values", "Properties", "CodingKeys", "ID", "Tree"]).union(TypeNames.used)
    if resolved.hasChildren(entity.name) { taken.insert("Kind") }
    var members: [MemberInterface] = []
    let attributes = entity.description.attributes
    for position in 0...attributes.count {
      for description in entity.description.composites where description.position == position {
        let composite = composite(description, of: entity, taken: taken)
        taken.insert(composite.typeName)
        members.append(.composite(composite))
      }
      guard position < attributes.count, let slot = entity.slots[attributes[position].name],
        let interface = build(attributes[position], slot: slot, of: entity, taken: taken)
      else { continue }
      if let enumeration = interface.enumeration { taken.insert(enumeration.name) }
      members.append(.attribute(interface))
    }
    return members + entity.description.relationships.compactMap { relationship($0, of: entity) }
  }

  private mutating func composite(
    _ description: CompositeDescription, of entity: ResolvedEntity, taken: Set<String>
  ) -> CompositeInterface {
    let typeName = SwiftNames.nestedTypeName(description.name, taken: taken)
    var inner = taken.union([typeName])
    var attributes: [AttributeInterface] = []
    for member in description.attributes {
      let path = "\(description.name).\(member.name)"
      guard let slot = entity.slots[path],
        let interface = build(member, path: path, slot: slot, of: entity, taken: inner)
      else { continue }
      if let enumeration = interface.enumeration { inner.insert(enumeration.name) }
      attributes.append(interface.nested(in: typeName))
    }
    return CompositeInterface(
      name: description.name, documentation: description.documentation, isOptional: description.isOptional,
      typeName: typeName, type: .named(typeName), attributes: attributes)
  }

  private mutating func build(
    _ attribute: AttributeDescription, path: String? = nil, slot: Int, of entity: ResolvedEntity,
    taken: Set<String>
  ) -> AttributeInterface? {
    let builder = AttributeBuilder(attribute, path: path ?? attribute.name, slot: slot, names: names)
    switch builder.build(taken: taken) {
    case .success(let interface): return interface
    case .failure(let failure):
      reasons.append(
        GenerationError.Reason(
          entity: entity.name, property: path ?? attribute.name, failure.message))
      return nil
    }
  }

  private func relationship(
    _ description: RelationshipDescription, of entity: ResolvedEntity
  ) -> MemberInterface? {
    let place: RelationshipInterface.Place
    if description.isToMany {
      guard let resolved = entity.relationship(named: description.name) else { return nil }
      place = .toMany(resolved.place)
    } else {
      guard let property = entity.property(named: description.name) else { return nil }
      place = .slot(property.slot)
    }
    return .relationship(
      RelationshipInterface(
        description: description, name: description.name, place: place,
        destination: .named(description.destination), tree: tree(of: description.destination)))
  }

  private func tree(of name: String) -> TypeSyntax? {
    guard let entity = resolved[name] else { return nil }
    if resolved.concreteFamily(of: entity).isEmpty { return nil }
    return resolved.hasChildren(name) ? FamilyInterface.tree(of: name) : .member(.named(name), "Tree")
  }
}
