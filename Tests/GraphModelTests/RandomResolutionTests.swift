import GraphModel
import GraphValues
import GraphstoreTestSupport
import Testing

@Suite("Random models, worked out")
struct RandomResolutionTests {
  @Test("every relationship has its inverse, its storage and its place, every property its slot")
  func invariants() throws {
    var generator = SeededGenerator(for: "resolution")
    for round in 0..<200 {
      let made = RandomGraphModel.make(&generator)
      let loaded = try EntityModel(json: made.canonicalJSON)
      #expect(loaded == made, "round \(round), seed \(generator.seed)")
      let model = ResolvedModel(loaded)
      var mistakes: [String] = []
      for relationship in model.relationships { check(relationship, model, &mistakes) }
      for entity in model.entities { check(entity, model, &mistakes) }
      for root in model.roots { checkPlaces(model.family(ofRoot: root.name), root, &mistakes) }
      checkJoins(model, &mistakes)
      #expect(mistakes == [], "round \(round), seed \(generator.seed)")
      if !mistakes.isEmpty { break }
    }
  }

  private func check(
    _ relationship: ResolvedRelationship, _ model: ResolvedModel, _ mistakes: inout [String]
  ) {
    let name = "\(relationship.owner).\(relationship.name)"
    let inverse = model.inverse(of: relationship)
    if model.inverse(of: inverse) !== relationship { mistakes.append("\(name): the inverse leads elsewhere") }
    if inverse.owner != relationship.destination || inverse.destination != relationship.owner {
      mistakes.append("\(name): the inverse does not lead back")
    }
    if relationship.isImplicit && inverse.isImplicit { mistakes.append("\(name): nothing names it") }
    if relationship.isToMany != (relationship.place >= 0) { mistakes.append("\(name): place") }
    switch (relationship.storage, inverse.storage) {
    case (.column(let slot, let orderSlot), .inverseColumn(let other, let otherOrder)):
      let owner = model[relationship.owner]
      let order = owner?.hiddenProperties.first { $0.name == "_\(relationship.name)_order" }
      if slot != other || orderSlot != otherOrder || owner?.slots[relationship.name] != slot
        || orderSlot != order?.slot || (orderSlot != nil) != inverse.isOrdered
        || orderSlot.map({ $0 == slot + 1 }) == false
      {
        mistakes.append("\(name): slots")
      }
    case (.column(let slot, nil), .column):
      if model[relationship.owner]?.slots[relationship.name] != slot { mistakes.append("\(name): slot") }
    case (.inverseColumn, .column): break
    case (.join(let index, let isSource), .join(let other, let otherIsSource)):
      let join = model.joins[index]
      if index != other || (isSource == otherIsSource) != relationship.isSelfInverse
        || (isSource ? join.source : join.target) != relationship.index
        || (isSource ? join.sourceIsOrdered : join.targetIsOrdered) != relationship.isOrdered
      {
        mistakes.append("\(name): join")
      }
    default: mistakes.append("\(name): stored as \(relationship.storage), its inverse \(inverse.storage)")
    }
  }

  private func check(_ entity: ResolvedEntity, _ model: ResolvedModel, _ mistakes: inout [String]) {
    let columns = model.hierarchyProperties(ofRoot: entity.rootName)
    if columns.map(\.slot) != Array(columns.indices) { mistakes.append("\(entity.name): gaps") }
    if Set(columns.map { $0.name.lowercased() }).count != columns.count {
      mistakes.append("\(entity.name): two columns of one name")
    }
    if columns.map(\.slotKind) != entity.layout.kinds { mistakes.append("\(entity.name): layout") }
    let own = entity.properties + entity.hiddenProperties
    if Set(own.map(\.slot)).count != own.count { mistakes.append("\(entity.name): a slot twice") }
    for property in own {
      let column = columns[property.slot]
      if column.name != property.name || column.slotKind != property.slotKind
        || (property.isOptional && !column.isOptional)
      {
        mistakes.append("\(entity.name).\(property.name): its column differs")
      }
    }
    for composite in entity.composites {
      let names = composite.slots.map { columns[$0].name }
      if names != composite.description.attributes.map({ "\(composite.name).\($0.name)" }) {
        mistakes.append("\(entity.name).\(composite.name): members")
      }
    }
    for parent in entity.ancestors.compactMap({ model[$0] }) {
      if !Set(parent.properties.map(\.slot)).isSubset(of: entity.properties.map(\.slot))
        || !Set(parent.relationships.map(\.index)).isSubset(of: entity.relationships.map(\.index))
        || parent.derivations.contains(where: { inherited in
          !entity.derivations.contains { $0.slot == inherited.slot }
        })
      {
        mistakes.append("\(entity.name): lacks what \(parent.name) has")
      }
    }
    let derived = entity.properties.filter { $0.attribute?.derivation != nil }
    if derived.map(\.slot) != entity.derivations.map(\.slot) {
      mistakes.append("\(entity.name): derivations")
    }
  }

  private func checkPlaces(
    _ family: [ResolvedEntity], _ root: ResolvedEntity, _ mistakes: inout [String]
  ) {
    var placeOfRelationship: [Int: Int] = [:]
    for relationship in family.flatMap(\.relationships) where relationship.isToMany {
      placeOfRelationship[relationship.index] = relationship.place
    }
    if placeOfRelationship.values.sorted() != Array(0..<root.placeCount) {
      mistakes.append("\(root.name): places")
    }
    if family.contains(where: { $0.placeCount != root.placeCount }) {
      mistakes.append("\(root.name): place counts")
    }
  }

  private func checkJoins(_ model: ResolvedModel, _ mistakes: inout [String]) {
    for join in model.joins {
      let source = model.relationships[join.source]
      let roots = [source.owner, source.destination].map { model[$0]?.rootName }
      if model.joins[join.index] != join || roots != [join.sourceRoot, join.targetRoot]
        || join.source > join.target || join.isSelfInverse != source.isSelfInverse
      {
        mistakes.append("\(join.tableName): the join's description")
      }
    }
  }
}
