package import GraphModel
import Foundation
import GraphValues

/// Sort keys looked up in a model.
///
/// The order is total: what all keys call equal is ordered by the objects' keys, ascending.
package struct ResolvedSort: Sendable, Hashable {
  /// A property to sort by.
  package struct Key: Sendable, Hashable {
    /// The to-ones that lead to the property's object; nil is sorted by where there is none.
    package let path: RelationPath
    package let column: QueryColumn
    package let ascending: Bool
    package let options: StringComparisonOptions
  }

  package let keys: [Key]

  /// The relationships that it follows, by their places in the model.
  package var relationships: [Int32] { keys.flatMap { $0.path.steps.map(\.relationship) } }

  /// No keys: by the objects' keys alone.
  package static let byKey = ResolvedSort(keys: [])

  /// - Throws: ``QueryError`` for unknown keys and properties that cannot be sorted by.
  package static func resolve(
    _ keys: [SortKey], in entity: ResolvedEntity, model: ResolvedModel
  ) throws(QueryError) -> ResolvedSort {
    var result: [Key] = []
    result.reserveCapacity(keys.count)
    for key in keys { result.append(try resolve(key, in: entity, model: model)) }
    return ResolvedSort(keys: result)
  }

  private static func resolve(
    _ key: SortKey, in entity: ResolvedEntity, model: ResolvedModel
  ) throws(QueryError) -> Key {
    if key.keyPath == "SELF" {
      return Key(path: .here, column: .object, ascending: key.ascending, options: [])
    }
    let (path, column) = try place(of: key, in: entity, model: model)
    switch column.kind {
    case .array, .codable, .reference, .external:
      throw QueryError(
        .typeMismatch, "\"\(key.keyPath)\" is \(column.kind.phrase), which has no order",
        keyPath: key.keyPath,
        entity: entity.name)
    default: break
    }
    if !key.options.isEmpty, !column.isText {
      throw QueryError(
        .typeMismatch,
        "\"\(key.keyPath)\" is \(column.kind.phrase); [\(key.options.letters)] sorts strings only",
        keyPath: key.keyPath, entity: entity.name)
    }
    return Key(path: path, column: column, ascending: key.ascending, options: key.options.canonical)
  }

  private static func place(
    of key: SortKey, in entity: ResolvedEntity, model: ResolvedModel
  ) throws(QueryError) -> (RelationPath, QueryColumn) {
    if let property = entity.keys[key.keyPath] { return (.here, QueryColumn(property)) }
    let names = PropertyPath(dotted: key.keyPath).names
    switch try PathWalker(model: model).target(names, from: entity, level: 0) {
    case .column(let path, let column, _): return (path, column)
    case .collection:
      throw QueryError(
        .typeMismatch, "\"\(key.keyPath)\" leads to many objects, which have no order among others",
        keyPath: key.keyPath, entity: entity.name)
    case .entityName:
      throw QueryError(
        .unsupported, "sorting by the name of an entity is not supported yet", keyPath: key.keyPath,
        entity: entity.name)
    }
  }

  /// Whether the first object comes before the second, exactly as SQL sorts them.
  package func precedes(_ first: some SlotSource, _ second: some SlotSource) -> Bool {
    for key in keys {
      let order =
        key.column.isObject
        ? (first.objectKey < second.objectKey ? -1 : first.objectKey == second.objectKey ? 0 : 1)
        : Self.order(comparable(key, first), comparable(key, second))
      if order != 0 { return (order < 0) == key.ascending }
    }
    return first.objectKey < second.objectKey
  }

  /// The order of two values, of which null is the smallest.
  static func order(_ left: AttributeValue, _ right: AttributeValue) -> Int {
    switch (left.isNull, right.isNull) {
    case (true, true): 0
    case (true, false): -1
    case (false, true): 1
    case (false, false): ValueOrder.compare(left, right) ?? 0
    }
  }

  /// What an object is compared by.
  func comparable(_ key: Key, _ source: some SlotSource) -> AttributeValue {
    if key.column.isObject { return .null }
    let value = Self.value(key, source)
    switch value {
    case .string(let text) where !key.options.isEmpty: return .string(TextFolding.fold(text, key.options))
    case .url(let url):
      let text = url.absoluteString
      return .string(key.options.isEmpty ? text : TextFolding.fold(text, key.options))
    default: return value
    }
  }

  private static func value(_ key: Key, _ source: some SlotSource) -> AttributeValue {
    let slot = Int(key.column.slot)
    if key.path.steps.isEmpty { return source.slotValue(slot) }
    return key.path.object(from: source, nil)?.slotValue(slot) ?? .null
  }
}
