import Foundation
public import GraphValues

/// An object's values and the objects that its relationships lead to, by the names of the model.
///
/// What is left out of a record is not touched by an import: neither set to a default nor removed.
public struct GraphRecord: Sendable, Hashable {
  /// The name of the object's entity.
  public var entityName: String
  /// The values of attributes by their names, of composite attributes by the names of their members:
  /// `address.street`. A to-one relationship may be given here as well, by the ID of an object of the store.
  public var values: [String: AttributeValue]
  /// The objects that to-one relationships lead to, by the relationships' names.
  public var toOne: [String: GraphRecord]
  /// The objects that to-many relationships lead to, by the relationships' names; their order is that of an
  /// ordered relationship.
  public var toMany: [String: [GraphRecord]]

  /// A record of an object of an entity.
  public init(
    entityName: String, values: [String: AttributeValue] = [:], toOne: [String: GraphRecord] = [:],
    toMany: [String: [GraphRecord]] = [:]
  ) {
    self.entityName = entityName
    self.values = values
    self.toOne = toOne
    self.toMany = toMany
  }

  /// Sets a value that is kept as JSON; nil leaves it out.
  ///
  /// A value that cannot be encoded becomes JSON that no attribute takes, so that the import refuses it by name.
  @_spi(Generated) public mutating func setCodable(_ value: (some Encodable)?, forKey key: String) {
    values[key] = value.map { .codable(Self.json($0)) }
  }

  /// Sets an array of values that are kept as JSON; nil leaves it out.
  @_spi(Generated) public mutating func setCodableArray(_ value: [some Encodable]?, forKey key: String) {
    values[key] = value.map { .array($0.map { .codable(Self.json($0)) }) }
  }

  static func json(_ value: some Encodable) -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    return (try? encoder.encode(value)) ?? Data()
  }
}
