import GraphModel
public import GraphValues

/// A row of values, by the names of its columns.
public struct ProjectedRow: Sendable, Hashable {
  /// The names of the columns, in order.
  public let names: [String]
  /// The values of the columns, in order.
  public let values: [AttributeValue]

  /// The value of a column; nil where there is no column of the name.
  public subscript(name: String) -> AttributeValue? {
    names.firstIndex(of: name).map { values[$0] }
  }

  /// The value of a column as a Swift type; nil where it has none.
  ///
  /// - Throws: ``GraphError``: `unknownProperty` where there is no such column, `invalidValue` where its value is of
  ///   another type.
  public func value<Value: AttributeConvertible>(forKey name: String, as type: Value.Type) throws -> Value? {
    guard let value = self[name] else {
      let near = Suggestion.nearest(to: name, among: names)
      throw GraphError(
        .unknownProperty,
        "the row has no column \"\(name)\"" + (near.map { "; did you mean \"\($0)\"?" } ?? ""),
        properties: [name])
    }
    if value.isNull { return nil }
    guard let result = Value(attributeValue: value) else {
      throw GraphError(
        .invalidValue, "\(name) holds \(value.kindName), which is no \(Value.self)", properties: [name])
    }
    return result
  }
}
