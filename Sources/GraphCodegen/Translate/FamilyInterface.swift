/// An entity that others inherit from, with those that objects can be of.
struct FamilyInterface: Sendable {
  /// An entity of the family.
  struct Member: Sendable {
    let entity: String
    /// The name of its case in `Kind`.
    let caseName: String

    var type: TypeSyntax { .named(entity) }
    var tree: TypeSyntax { .member(.named(entity), "Tree") }
  }

  /// The entities that are not abstract, in the model's order.
  let members: [Member]
  /// The protocol of the properties that they share.
  let protocolName: String

  init(of entity: String, concrete: [String]) {
    protocolName = Self.protocolName(of: entity)
    var taken: Set<String> = ["Tree"]
    members = concrete.map { name in
      let caseName = SwiftNames.unique(SwiftNames.memberName(name), taken: taken)
      taken.insert(caseName)
      return Member(entity: name, caseName: caseName)
    }
  }

  static func protocolName(of entity: String) -> String { entity + "Properties" }

  /// The type of trees of any member of the family.
  static func tree(of entity: String) -> TypeSyntax {
    .member(.member(.named(entity), "Kind"), "Tree")
  }
}
