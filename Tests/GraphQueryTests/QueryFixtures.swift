import Foundation
import GraphModel
import GraphQuery
import GraphValues

/// A model with an attribute of every type.
enum Things {
  static let model = ResolvedModel(
    EntityModel(
      name: "Things", version: nil,
      entities: [
        EntityDescription(
          name: "Thing",
          attributes: [
            attribute("number", .int64), attribute("small", .int16, optional: true),
            attribute("count", .int32, optional: true), attribute("flag", .bool),
            attribute("maybe", .bool, optional: true), attribute("size", .double),
            attribute("weight", .float, optional: true), attribute("price", .decimal, optional: true),
            attribute("money", .decimal, optional: true, scale: 2), attribute("name", .string),
            attribute("text", .string, optional: true), attribute("made", .date, optional: true),
            attribute("token", .uuid, optional: true), attribute("link", .url, optional: true),
            attribute("bytes", .data, optional: true), attribute("extra", .codable, optional: true),
            attribute("tags", .string, optional: true, isArray: true),
          ],
          relationships: [
            RelationshipDescription(name: "owner", destination: "Owner", isOptional: true, inverse: "things"),
            RelationshipDescription(name: "parent", destination: "Thing", isOptional: true),
          ]),
        EntityDescription(
          name: "Owner", attributes: [attribute("name", .string)],
          relationships: [
            RelationshipDescription(name: "things", destination: "Thing", isToMany: true, inverse: "owner")
          ]),
      ], fingerprint: ""))

  static let store = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))

  static func entity() throws -> ResolvedEntity {
    guard let entity = model["Thing"] else { throw QueryError(.unknownKey, "no entity Thing") }
    return entity
  }

  static func id(_ key: Int64, _ entity: String = "Thing", store: UUID = store) -> ObjectID {
    ObjectID(home: ObjectHome(store: store, entity: entity, root: entity), key: key)
  }

  private static func attribute(
    _ name: String, _ type: AttributeType, optional: Bool = false, isArray: Bool = false, scale: Int? = nil
  ) -> AttributeDescription {
    AttributeDescription(name: name, type: type, isArray: isArray, isOptional: optional, scale: scale)
  }
}

/// A thing in memory.
struct Thing: SlotSource {
  var objectKey: Int64 = 1
  var entityNumber: Int { 0 }
  private var values: [AttributeValue]

  init(_ named: [String: AttributeValue] = [:], key: Int64 = 1) throws {
    objectKey = key
    let entity = try Things.entity()
    values = [AttributeValue](repeating: .null, count: entity.layout.kinds.count)
    for (name, value) in ["number": .int(0), "flag": .bool(false), "size": .double(0), "name": .string("")]
      .merging(named, uniquingKeysWith: { $1 })
    {
      guard let slot = entity.slots[name] else { throw QueryError(.unknownKey, name) }
      values[slot] = value
    }
  }

  func slotValue(_ slot: Int) -> AttributeValue { values[slot] }
}

extension QueryPredicate {
  func resolvedForThings(_ variables: [String: AttributeValue] = [:]) throws -> ResolvedPredicate {
    try resolve(in: try Things.entity(), model: Things.model, variables: variables, store: Things.store)
  }

  /// Whether the predicate holds for a thing with the values.
  func holds(_ values: [String: AttributeValue], key: Int64 = 1) throws -> Bool {
    try resolvedForThings().matches(try Thing(values, key: key))
  }
}

/// Whether a format holds for a thing.
func holds(
  _ format: String, _ values: [String: AttributeValue], _ arguments: (any PredicateArgument)?...
) throws -> Bool {
  try QueryPredicate(format: format, arguments: arguments).holds(values)
}

/// The query error that a body throws.
func queryError(_ body: () throws -> Void) -> QueryError? {
  do {
    try body()
    return nil
  } catch {
    return error as? QueryError
  }
}
