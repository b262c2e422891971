import GraphModel
import GraphValues

/// Makes the statements that put a member of a tree into its record.
enum TreeRecordTranslator {
  /// - Parameters:
  ///   - name: the name of the tree's property.
  ///   - isOptional: whether it may be nil.
  static func statements(
    of member: MemberInterface, named name: String, isOptional: Bool
  ) -> [StatementSyntax] {
    let value = ExpressionSyntax.name(name)
    switch member {
    case .attribute(let attribute):
      return [set(attribute, attribute.path, value, isOptional: isOptional)]
    case .composite(let composite):
      let statements = composite.attributes.map { attribute in
        set(
          attribute, attribute.path, .member(value, attribute.name),
          isOptional: attribute.isOptionalProperty, isNullWritten: true)
      }
      return isOptional ? [.ifPresent(name, value, statements)] : statements
    case .relationship(let relationship):
      let target = ExpressionSyntax.element(
        .member(.name("record"), relationship.isToMany ? "toMany" : "toOne"),
        .literal(.string(relationship.name)))
      let records: ExpressionSyntax =
        relationship.isToMany
        ? .call(.optionalMember(value, "map"), [ArgumentSyntax(nil, .implicitKeyPath("record"))])
        : .optionalMember(value, "record")
      return [.assignment(target, records)]
    }
  }

  private static func set(
    _ attribute: AttributeInterface, _ path: String, _ value: ExpressionSyntax, isOptional: Bool,
    isNullWritten: Bool = false
  ) -> StatementSyntax {
    let key = ExpressionSyntax.literal(.string(path))
    if attribute.isReadFromJSON {
      let method = attribute.description.isArray ? "setCodableArray" : "setCodable"
      return .expression(
        .method(.name("record"), method, ArgumentSyntax(nil, value), ArgumentSyntax("forKey", key)))
    }
    let converted: ExpressionSyntax =
      isOptional ? .optionalMember(value, "attributeValue") : .member(value, "attributeValue")
    return .assignment(
      .element(.member(.name("record"), "values"), key),
      isOptional && isNullWritten ? .coalescing(converted, .implicitMember("null")) : converted)
  }
}
