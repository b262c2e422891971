package import GraphModel
package import GraphValues

/// Rows of values, looked up in a model.
package struct ResolvedProjection: Sendable {
  /// A column: a value of each object, or what is worked out from a group of them.
  package struct Column: Sendable {
    package let name: String
    /// What is worked out from the group; nil for a value of each object.
    package let function: CollectionAggregate.Function?
    package let isDistinct: Bool
    /// The value of each object; nil for the number of objects.
    package let argument: ResolvedExpression?
    /// The kind, scale and optionality of the column's values.
    package let column: QueryColumn
    /// How values of an array, or of a type of one's own, are kept.
    package let codec: AttributeCodec?
    /// What the IDs of objects have in common.
    package let home: ObjectHome?
  }

  /// What the rows have, and behind it what only groups, conditions and orders need.
  package let columns: [Column]
  /// How many of the columns the rows have.
  package let visibleCount: Int
  package let isGrouped: Bool
  package let isDistinct: Bool
  /// The columns that groups are made by.
  package let groups: [Int]
  /// The order of groups, or of distinct rows, as far as it was asked for.
  package let order: [Order]
  package let having: ResolvedPredicate?
  /// The rows as objects of an entity, for the condition, the order and what tells groups apart; nil where none is asked
  /// for.
  package let rows: RowEntity?

  /// A column to sort by.
  package struct Order: Sendable {
    package let column: Int
    package let ascending: Bool
    package let options: StringComparisonOptions
  }

  /// The relationships that the columns follow, by their places in the model.
  package var relationships: [Int32] { columns.flatMap { $0.argument?.relationships ?? [] } }

  /// The columns that make the order of the rows total.
  package var finalOrder: [Int] { isDistinct ? Array(0..<visibleCount) : groups }
}

/// Rows of values as the objects of an entity, so that conditions on them are resolved, compiled and evaluated as
/// all others.
package struct RowEntity: Sendable {
  package let model: ResolvedModel
  package let entity: ResolvedEntity
  /// The column in each slot.
  let columns: [Int]

  init?(_ columns: [ResolvedProjection.Column]) {
    var attributes: [AttributeDescription] = []
    for column in columns {
      guard let type = column.column.kind.attributeType else { continue }
      attributes.append(
        AttributeDescription(
          name: column.name, type: type, isOptional: column.column.isOptional, scale: column.column.scale))
    }
    let description = EntityDescription(name: "Row", attributes: attributes)
    model = ResolvedModel(EntityModel(name: "Rows", version: nil, entities: [description], fingerprint: ""))
    guard let entity = model["Row"] else { return nil }
    self.entity = entity
    var places = [Int](repeating: 0, count: entity.layout.kinds.count)
    for (index, column) in columns.enumerated() {
      if let slot = entity.slots[column.name] { places[slot] = index }
    }
    self.columns = places
  }

  /// A row as an object.
  struct Row: SlotSource {
    let values: [AttributeValue]
    let columns: [Int]

    func slotValue(_ slot: Int) -> AttributeValue { values[columns[slot]] }
    var objectKey: Int64 { 0 }
    var entityNumber: Int { 0 }
  }
}

extension QueryColumn.Kind {
  /// The type of an attribute with such values; nil for kinds that no attribute of a row has.
  fileprivate var attributeType: AttributeType? {
    switch self {
    case .bool: .bool
    case .int16: .int16
    case .int32: .int32
    case .int64: .int64
    case .double: .double
    case .float: .float
    case .decimal: .decimal
    case .string: .string
    case .date: .date
    case .data: .data
    case .uuid: .uuid
    case .url: .url
    case .codable, .array, .external, .reference, .object: nil
    }
  }
}
