package import Foundation
package import GraphModel
import GraphQuery
import GraphValues

/// A model with relationships of every kind.
package enum Relations {
  package static let store = UUID()

  package static let model = ResolvedModel(
    EntityModel(
      name: "Relations", version: nil,
      entities: [
        EntityDescription(
          name: "Author",
          attributes: [
            attribute("name", .string), attribute("rank", .int64, optional: true),
            attribute("weight", .double, optional: true),
          ],
          relationships: [
            many("posts", "Post", inverse: "author", ordered: true),
            one("mentor", "Author", inverse: "pupils"),
            many("pupils", "Author", inverse: "mentor"), many("picks", "Post", inverse: nil, ordered: true),
            many("friends", "Author", inverse: "friends"),
            many("follows", "Author", inverse: "followers"), many("followers", "Author", inverse: "follows"),
            one("employer", "Company", inverse: "staff"),
          ], indexes: [IndexDescription(elements: [IndexDescription.Element(property: "name")])]),
        EntityDescription(
          name: "Post",
          attributes: [
            attribute("title", .string), attribute("likes", .int64),
            attribute("text", .string, optional: true), attribute("words", .string, isArray: true),
            attribute("price", .decimal, optional: true, scale: 2), attribute("made", .date, optional: true),
            attribute("worth", .decimal, optional: true),
          ],
          relationships: [
            one("author", "Author", inverse: "posts"), one("editor", "Party", inverse: nil),
            many("tags", "Tag", inverse: "posts"), many("related", "Post", inverse: nil),
          ]),
        EntityDescription(
          name: "Tag", attributes: [attribute("name", .string)],
          relationships: [many("posts", "Post", inverse: "tags")]),
        EntityDescription(
          name: "Party", isAbstract: true, attributes: [attribute("name", .string, optional: true)]),
        EntityDescription(
          name: "Person", parent: "Party", attributes: [attribute("age", .int64)],
          relationships: [one("contact", "Author", inverse: nil)]),
        EntityDescription(
          name: "Company", parent: "Party", attributes: [attribute("vat", .string)],
          relationships: [
            many("staff", "Author", inverse: "employer"), one("contact", "Post", inverse: nil),
          ]),
        EntityDescription(
          name: "Bank", parent: "Company", attributes: [attribute("code", .int64)],
          relationships: [many("clients", "Person", inverse: nil)]),
      ], fingerprint: ""))

  package static func entity(_ name: String) throws -> ResolvedEntity {
    guard let entity = model[name] else { throw QueryError(.unknownKey, "no entity \(name)") }
    return entity
  }

  private static func attribute(
    _ name: String, _ type: AttributeType, optional: Bool = false, scale: Int? = nil, isArray: Bool = false
  ) -> AttributeDescription {
    AttributeDescription(name: name, type: type, isArray: isArray, isOptional: optional, scale: scale)
  }

  private static func one(_ name: String, _ destination: String, inverse: String?) -> RelationshipDescription
  {
    RelationshipDescription(name: name, destination: destination, isOptional: true, inverse: inverse)
  }

  private static func many(
    _ name: String, _ destination: String, inverse: String?, ordered: Bool = false
  ) -> RelationshipDescription {
    RelationshipDescription(
      name: name, destination: destination, isToMany: true, isOrdered: ordered, inverse: inverse)
  }
}
