import GraphValues

/// Hands out the values of a row one after the other.
struct RowReader {
  let names: [String]
  let values: [AttributeValue]
  private var next = 0

  init(_ names: [String], _ values: [AttributeValue]) {
    self.names = names
    self.values = values
  }

  /// - Throws: ``GraphError`` with code `invalidValue` where the column's value is none of the type.
  mutating func next<Value: AttributeConvertible>(as type: Value.Type) throws -> Value {
    let index = next
    next += 1
    guard let value = Value(attributeValue: values[index]) else {
      throw GraphError(
        .invalidValue, "\(names[index]) holds \(values[index].kindName), which is no \(Value.self)",
        properties: [names[index]])
    }
    return value
  }
}
