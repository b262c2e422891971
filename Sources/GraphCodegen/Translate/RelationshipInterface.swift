import GraphModel

/// A relationship as generated code shows it.
struct RelationshipInterface: Sendable {
  /// Where the object keeps it.
  enum Place: Sendable {
    /// A to-one: the place in the packed rows.
    case slot(Int)
    /// A to-many: the place among the hierarchy's to-manys.
    case toMany(Int)
  }

  let description: RelationshipDescription
  let name: String
  let place: Place
  /// The entity's type that it leads to.
  let destination: TypeSyntax
  /// The type of the trees at the other end; nil where there can be no object at the other end.
  let tree: TypeSyntax?

  var isToMany: Bool { description.isToMany }

  /// Whether a new object needs its value.
  var isRequired: Bool { !isToMany && !description.isOptional }

  var documentation: String {
    let head = description.documentation ?? "The relationship \"\(name)\"."
    return isToMany && description.isOrdered ? head + "\n\nThe objects keep their order." : head
  }
}
