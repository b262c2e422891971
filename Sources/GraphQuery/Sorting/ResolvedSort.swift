package import Foundation
package import GraphModel
package import GraphValues

/// Sort keys looked up in a model.
///
/// The order is total: what all keys call equal is ordered by the objects' keys, ascending.
package struct ResolvedSort: Sendable, Hashable {
  /// What is sorted by.
  package struct Key: Sendable, Hashable {
    package let value: ResolvedExpression
    /// Whether it is the object itself, by its key.
    package let isObject: Bool
    package let ascending: Bool
    package let options: StringComparisonOptions

    /// The kind and the optionality of the values.
    package var column: QueryColumn { value.column }

    /// The object's own property that is sorted by; nil for anything else.
    package var ownColumn: QueryColumn? {
      guard !isObject, case .column(let path, let column) = value.operand, path.isHere else { return nil }
      return column
    }
  }

  package let keys: [Key]

  /// The relationships that it follows, by their places in the model.
  package var relationships: [Int32] { keys.flatMap(\.value.relationships) }

  /// No keys: by the objects' keys alone.
  package static let byKey = ResolvedSort(keys: [])

  /// - Throws: ``QueryError`` for unknown keys and values that cannot be sorted by.
  package static func resolve(
    _ keys: [SortKey], in entity: ResolvedEntity, model: ResolvedModel,
    variables: [String: AttributeValue] = [:], store: UUID? = nil
  ) throws(QueryError) -> ResolvedSort {
    var result: [Key] = []
    result.reserveCapacity(keys.count)
    for key in keys {
      let expression =
        key.expression
        ?? (key.keyPath == "SELF" ? .object : .keyPath(PropertyPath(dotted: key.keyPath)))
      let value: ResolvedExpression
      do throws(QueryError) {
        value = try expression.resolve(in: entity, model: model, variables: variables, store: store)
      } catch {
        // The key is the better name for what cannot be sorted by.
        throw error.keyPath == nil ? error.about(key.keyPath) : error
      }
      result.append(try resolved(key, value, entity))
    }
    return ResolvedSort(keys: result)
  }

  private static func resolved(
    _ key: SortKey, _ value: ResolvedExpression, _ entity: ResolvedEntity
  ) throws(QueryError) -> Key {
    let isObject = key.expression == nil && key.keyPath == "SELF"
    switch value.column.kind {
    case .array, .codable, .reference, .external, .object:
      if isObject { break }
      throw QueryError(
        .typeMismatch, "\"\(key.keyPath)\" is \(value.column.kind.phrase), which has no order",
        keyPath: key.keyPath, entity: entity.name)
    default: break
    }
    if !key.options.isEmpty, !value.column.isText, !isObject {
      throw QueryError(
        .typeMismatch,
        "\"\(key.keyPath)\" is \(value.column.kind.phrase); [\(key.options.letters)] sorts strings only",
        keyPath: key.keyPath, entity: entity.name)
    }
    return Key(value: value, isObject: isObject, ascending: key.ascending, options: key.options.canonical)
  }

  /// Whether the first object comes before the second, exactly as SQL sorts them.
  ///
  /// - Throws: ``QueryError`` where a value that is sorted by cannot be worked out.
  package func precedes(
    _ first: some SlotSource, _ second: some SlotSource
  ) throws(QueryError) -> Bool {
    for key in keys {
      let order =
        key.isObject
        ? (first.objectKey < second.objectKey ? -1 : first.objectKey == second.objectKey ? 0 : 1)
        : Self.order(try key.comparable(first), try key.comparable(second))
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

  /// A value as it is compared.
  static func comparable(_ value: AttributeValue, _ options: StringComparisonOptions) -> AttributeValue {
    switch value {
    case .string(let text) where !options.isEmpty: return folded(text, options)
    case .url(let url):
      let text = url.absoluteString
      return options.isEmpty ? .string(text) : folded(text, options)
    default: return value
    }
  }

  private static func folded(_ text: String, _ options: StringComparisonOptions) -> AttributeValue {
    let text = TextFolding.fold(text, options.subtracting(.numeric))
    return options.contains(.numeric) ? .data(NumericOrder.key(text)) : .string(text)
  }
}

extension ResolvedSort.Key {
  /// What an object is compared by.
  func comparable(_ source: some SlotSource) throws(QueryError) -> AttributeValue {
    if isObject { return .null }
    if let column = ownColumn {
      return ResolvedSort.comparable(source.slotValue(Int(column.slot)), options)
    }
    return ResolvedSort.comparable(try value.value(for: source), options)
  }
}
