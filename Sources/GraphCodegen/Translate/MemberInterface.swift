/// A property of an entity as generated code shows it.
enum MemberInterface: Sendable {
  case attribute(AttributeInterface)
  case composite(CompositeInterface)
  case relationship(RelationshipInterface)

  var name: String {
    switch self {
    case .attribute(let attribute): attribute.name
    case .composite(let composite): composite.name
    case .relationship(let relationship): relationship.name
    }
  }

  /// The member as the entities that inherit it show it: types nested in the entity are named with it.
  func inherited(from entity: String) -> MemberInterface {
    switch self {
    case .attribute(let attribute): .attribute(attribute.qualified(by: entity))
    case .composite(let composite): .composite(composite.qualified(by: entity))
    case .relationship: self
    }
  }
}

extension TypeSyntax {
  /// The type with the type that it is nested in, where it is the one of the name.
  func qualified(by outer: String, nested name: String?) -> TypeSyntax {
    guard let name else { return self }
    switch self {
    case .named(name): return .member(.named(outer), name)
    case .member(let base, let member): return .member(base.qualified(by: outer, nested: name), member)
    case .array(let element): return .array(element.qualified(by: outer, nested: name))
    default: return self
    }
  }
}
