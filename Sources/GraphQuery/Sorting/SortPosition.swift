package import GraphValues

/// A place in an order: what is sorted by there, and the key of the object that is, or was, at it.
package struct SortPosition: Sendable, Hashable {
  /// A value for each sort key, as they are compared: texts folded by the options.
  package let values: [AttributeValue]
  package let key: Int64

  package init(values: [AttributeValue], key: Int64) {
    self.values = values
    self.key = key
  }
}

extension ResolvedSort {
  /// The place of an object.
  package func position(of source: some SlotSource) throws(QueryError) -> SortPosition {
    var values: [AttributeValue] = []
    values.reserveCapacity(keys.count)
    for key in keys { values.append(try key.comparable(source)) }
    return SortPosition(values: values, key: source.objectKey)
  }

  /// Whether an object comes behind a place, exactly as SQL has it.
  package func follows(_ source: some SlotSource, _ position: SortPosition) throws(QueryError) -> Bool {
    for (key, value) in zip(keys, position.values) {
      if key.isObject {
        return key.ascending ? source.objectKey > position.key : source.objectKey < position.key
      }
      let order = Self.order(try key.comparable(source), value)
      if order != 0 { return (order > 0) == key.ascending }
    }
    return source.objectKey > position.key
  }

  /// Whether the first place comes before the second.
  package func precedes(_ first: SortPosition, _ second: SortPosition) -> Bool {
    for (index, key) in keys.enumerated() {
      let order =
        key.isObject
        ? (first.key < second.key ? -1 : first.key == second.key ? 0 : 1)
        : Self.order(first.values[index], second.values[index])
      if order != 0 { return (order < 0) == key.ascending }
    }
    return first.key < second.key
  }

  /// Whether a place may be one in this order: there is a value for each key, of its kind.
  package func admits(_ position: SortPosition) -> Bool {
    position.values.count == keys.count
      && zip(keys, position.values).allSatisfy { key, value in
        value.isNull || key.isObject || Self.kind(of: value, fits: key)
      }
  }

  private static func kind(of value: AttributeValue, fits key: Key) -> Bool {
    switch (value, key.column.kind) {
    case (.data, .string), (.data, .url): key.options.contains(.numeric)
    case (.string, .string), (.string, .url): !key.options.contains(.numeric)
    case (.bool, .bool), (.int, .int16), (.int, .int32), (.int, .int64), (.double, .double),
      (.double, .float),
      (.decimal, .decimal), (.date, .date), (.data, .data), (.uuid, .uuid):
      true
    default: false
    }
  }
}
