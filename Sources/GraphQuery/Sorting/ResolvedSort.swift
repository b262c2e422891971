package import GraphModel
import Foundation
import GraphValues

/// Sort keys looked up in a model.
///
/// The order is total: what all keys call equal is ordered by the objects' keys, ascending.
package struct ResolvedSort: Sendable, Hashable {
  /// A property to sort by.
  package struct Key: Sendable, Hashable {
    package let column: QueryColumn
    package let ascending: Bool
    package let options: StringComparisonOptions
  }

  package let keys: [Key]

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
    if key.keyPath == "SELF" { return Key(column: .object, ascending: key.ascending, options: []) }
    guard let property = entity.keys[key.keyPath] else {
      let steps = key.keyPath.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
      throw PropertyLookup.failure(
        PropertyPath(steps.first ?? key.keyPath, rest: Array(steps.dropFirst())), in: entity, model: model)
    }
    let column = QueryColumn(property)
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
    return Key(column: column, ascending: key.ascending, options: key.options.canonical)
  }

  /// Whether the first object comes before the second, exactly as SQL sorts them.
  package func precedes(_ first: some SlotSource, _ second: some SlotSource) -> Bool {
    for key in keys {
      let order = Self.order(key, first, second)
      if order != 0 { return (order < 0) == key.ascending }
    }
    return first.objectKey < second.objectKey
  }

  private static func order(_ key: Key, _ first: some SlotSource, _ second: some SlotSource) -> Int {
    if key.column.slot < 0 {
      return first.objectKey < second.objectKey ? -1 : first.objectKey == second.objectKey ? 0 : 1
    }
    let slot = Int(key.column.slot)
    let (left, right) = (first.slotValue(slot), second.slotValue(slot))
    switch (left.isNull, right.isNull) {
    case (true, true): return 0
    case (true, false): return -1
    case (false, true): return 1
    case (false, false):
      if key.options.isEmpty { return ValueOrder.compare(left, right) ?? 0 }
      return ValueOrder.compare(folded(left, key.options), folded(right, key.options)) ?? 0
    }
  }

  private static func folded(
    _ value: AttributeValue, _ options: StringComparisonOptions
  ) -> AttributeValue {
    switch value {
    case .string(let text): .string(TextFolding.fold(text, options))
    case .url(let url): .string(TextFolding.fold(url.absoluteString, options))
    default: value
    }
  }
}
