import GraphModel

/// Makes a relationship's property and the calls that read and write it.
struct RelationshipTranslator {
  private let relationship: RelationshipInterface
  private let access: AccessLevel

  init(_ relationship: RelationshipInterface, access: AccessLevel) {
    self.relationship = relationship
    self.access = access
  }

  /// The type of the property.
  static func type(_ relationship: RelationshipInterface, names: TypeNames) -> TypeSyntax {
    if relationship.isToMany { return .generic(names["ToMany"], [relationship.destination]) }
    return relationship.isRequired ? relationship.destination : .optional(relationship.destination)
  }

  func property(names: TypeNames) -> DeclarationSyntax {
    let set: ExpressionSyntax =
      if case .toMany(let place) = relationship.place {
        call(
          "setToMany",
          ArgumentSyntax(nil, .call(.type(names["Array"]), [ArgumentSyntax(nil, .name("newValue"))])),
          ArgumentSyntax("at", .literal(.integer(Int64(place)))))
      } else {
        setting(.name("newValue"), isOptional: !relationship.isRequired)
      }
    return DeclarationSyntax(
      .property(
        PropertySyntax(
          relationship.name, type: Self.type(relationship, names: names),
          .accessors(get: [.expression(reading())], nonmutatingSet: [.expression(set)]))),
      documentation: relationship.documentation, access: access.written)
  }

  /// The call that reads it: `object.optionalReference(Author.self, at: 0)`.
  private func reading() -> ExpressionSyntax {
    let type = ArgumentSyntax(nil, .metatype(relationship.destination))
    switch relationship.place {
    case .toMany(let place):
      return call("toMany", type, ArgumentSyntax("at", .literal(.integer(Int64(place)))))
    case .slot(let slot):
      return call(
        relationship.isRequired ? "reference" : "optionalReference", type,
        ArgumentSyntax("at", .literal(.integer(Int64(slot)))))
    }
  }

  /// The call that sets a to-one: `object.setReference(author.object, at: 0)`.
  ///
  /// - Parameter isOptional: whether the value may be nil.
  func setting(_ value: ExpressionSyntax, isOptional: Bool) -> ExpressionSyntax {
    let target: ExpressionSyntax = isOptional ? .optionalMember(value, "object") : .member(value, "object")
    return call("setReference", ArgumentSyntax(nil, target), ArgumentSyntax("at", slot))
  }

  /// The call that reads the ID that a to-one leads to; nil for a to-many.
  func readingID() -> ExpressionSyntax? {
    relationship.isToMany ? nil : call("referenceID", ArgumentSyntax("at", slot))
  }

  /// The statement that leads a to-one to the object of an ID; nil for a to-many.
  func applyingID(_ value: ExpressionSyntax) -> StatementSyntax? {
    if relationship.isToMany { return nil }
    func set(_ id: ExpressionSyntax) -> StatementSyntax {
      .expression(call("setReference", ArgumentSyntax("id", id), ArgumentSyntax("at", slot)))
    }
    guard relationship.isRequired else { return set(value) }
    return .ifPresent(relationship.name, value, [set(.name(relationship.name))])
  }

  private var slot: ExpressionSyntax {
    if case .slot(let slot) = relationship.place { .literal(.integer(Int64(slot))) } else { .literal(.nil) }
  }

  private func call(_ name: String, _ arguments: ArgumentSyntax...) -> ExpressionSyntax {
    .call(.member(.name("object"), name), arguments)
  }
}
