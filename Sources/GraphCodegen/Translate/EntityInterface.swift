import GraphModel
import GraphValues

/// An entity as generated code shows it: all decisions about names and types, before any syntax.
struct EntityInterface: Sendable {
  let description: EntityDescription
  let name: String
  let schemaName: String
  let names: TypeNames
  /// Inherited ones first, then its own: attributes, then relationships, as the model has them.
  let members: [MemberInterface]
  /// How many of the members are inherited.
  let inheritedCount: Int
  /// The protocol that the properties of its parent are in.
  let parentProtocol: String?
  /// What inherits from it; nil where nothing does.
  let family: FamilyInterface?
  /// The to-one relationships whose trees hold trees of this entity again.
  let boxed: Set<String>

  /// The fetch requests that the model keeps for it, inherited ones too.
  var templates: [TemplateInterface] = []

  /// Its own members, which are not inherited.
  var ownMembers: ArraySlice<MemberInterface> { members[inheritedCount...] }

  /// The attributes, inherited ones too, without composite ones.
  var attributes: [AttributeInterface] {
    members.compactMap { if case .attribute(let attribute) = $0 { attribute } else { nil } }
  }

  /// The composite attributes, inherited ones too.
  var composites: [CompositeInterface] {
    members.compactMap { if case .composite(let composite) = $0 { composite } else { nil } }
  }

  /// The relationships, inherited ones too.
  var relationships: [RelationshipInterface] {
    members.compactMap { if case .relationship(let relationship) = $0 { relationship } else { nil } }
  }

  /// Every attribute that has a type of its own: composite ones by their members.
  var allAttributes: [AttributeInterface] { attributes + composites.flatMap(\.attributes) }

  /// The entity's type.
  var type: TypeSyntax { .named(name) }

  /// Whether there are no objects of the entity itself.
  var isAbstract: Bool { description.isAbstract }

  /// What every new object needs values of: attributes, then relationships.
  var required: [MemberInterface] {
    let required = members.filter { member in
      switch member {
      case .attribute(let attribute): attribute.isRequired
      case .composite(let composite): composite.isRequired
      case .relationship(let relationship): relationship.isRequired
      }
    }
    let isRelationship = { (member: MemberInterface) in
      if case .relationship = member { true } else { false }
    }
    return required.filter { !isRelationship($0) } + required.filter(isRelationship)
  }

  /// A name for something local that no property has.
  func local(_ name: String) -> String {
    SwiftNames.unique(name, taken: Set(members.map(\.name)))
  }
}
