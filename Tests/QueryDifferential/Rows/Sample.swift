package import Foundation
package import GraphModel
import GraphQuery
package import GraphValues

/// A model with attributes of every type.
package enum Sample {
  package static let store = UUID()
  package static let model = ResolvedModel(
    EntityModel(
      name: "Samples", version: nil,
      entities: [
        EntityDescription(
          name: "Sample",
          attributes: [
            attribute("i", .int64), attribute("io", .int64, optional: true),
            attribute("s", .int16, optional: true),
            attribute("m", .int32), attribute("b", .bool), attribute("bo", .bool, optional: true),
            attribute("d", .double), attribute("dn", .double, optional: true),
            attribute("f", .float, optional: true),
            attribute("n", .decimal), attribute("no", .decimal, optional: true),
            attribute("c", .decimal, optional: true, scale: 3), attribute("t", .string),
            attribute("tn", .string, optional: true), attribute("tm", .string, optional: true),
            attribute("w", .date), attribute("wo", .date, optional: true),
            attribute("u", .uuid, optional: true),
            attribute("l", .url, optional: true), attribute("x", .data, optional: true),
            attribute("xr", .data), attribute("ta", .string, optional: true, isArray: true),
            attribute("ia", .int64, optional: true, isArray: true),
            attribute("da", .double, optional: true, isArray: true),
            attribute("na", .decimal, optional: true, isArray: true),
            attribute("wa", .date, optional: true, isArray: true),
          ],
          relationships: [
            RelationshipDescription(name: "r", destination: "Sample", isOptional: true),
            RelationshipDescription(name: "q", destination: "Sample"),
          ])
      ], fingerprint: ""))

  private static func attribute(
    _ name: String, _ type: AttributeType, optional: Bool = false, scale: Int? = nil, isArray: Bool = false
  ) -> AttributeDescription {
    AttributeDescription(name: name, type: type, isArray: isArray, isOptional: optional, scale: scale)
  }

  package static func table() throws -> EntityTable {
    try EntityTable(model: model, entity: "Sample", store: store)
  }

  package static func id(_ key: Int64) -> ObjectID {
    ObjectID(home: ObjectHome(store: store, entity: "Sample", root: "Sample"), key: key)
  }
}
