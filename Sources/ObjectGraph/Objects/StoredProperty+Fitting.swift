import Foundation
import GraphModel
import GraphValues

extension StoredProperty {
  /// The type as a model file names it.
  var typeName: String {
    switch kind {
    case .attribute(let attribute):
      attribute.isArray ? "an array of \(attribute.type.rawValue)" : attribute.type.rawValue
    case .toOne(let relationship): "a relationship to \(relationship.destination)"
    case .order: "an order"
    }
  }

  /// The value as this property holds it, or nil where it cannot.
  ///
  /// Numbers pass between the numeric types where nothing is lost; everything else has to be of the type.
  func fitting(_ value: AttributeValue, in home: ObjectHome) -> AttributeValue? {
    if value.isNull { return .null }
    switch kind {
    case .toOne:
      guard case .reference(let id) = value, id.home.store == home.store else { return nil }
      return value
    case .order: return nil
    case .attribute(let attribute):
      if attribute.isArray {
        guard case .array(let elements) = value else { return nil }
        var result: [AttributeValue] = []
        result.reserveCapacity(elements.count)
        for element in elements {
          guard let fitting = Self.fitting(element, type: attribute.type) else { return nil }
          result.append(fitting)
        }
        return .array(result)
      }
      return Self.fitting(value, type: attribute.type)
    }
  }

  private static func fitting(_ value: AttributeValue, type: AttributeType) -> AttributeValue? {
    switch (type, value) {
    case (.int16, .int(let number)): Int16(exactly: number) == nil ? nil : value
    case (.int32, .int(let number)): Int32(exactly: number) == nil ? nil : value
    case (.int64, .int), (.bool, .bool), (.string, .string), (.date, .date), (.data, .data), (.uuid, .uuid),
      (.url, .url), (.codable, .codable), (.decimal, .decimal):
      value
    case (.double, .double(let number)): .double(number == 0 ? 0 : number)
    case (.float, .double(let number)):
      number.isNaN || Double(Float(number)) == number ? .double(number == 0 ? 0 : number) : nil
    case (.double, .int(let number)): Double(exactly: number).map { .double($0) }
    case (.float, .int(let number)): Float(exactly: number).map { .double(Double($0)) }
    case (.decimal, .int(let number)): .decimal(Decimal(number))
    default: nil
    }
  }
}

extension AttributeValue {
  /// What kind of value this is, without the value.
  var kindName: String {
    switch self {
    case .null: "no value"
    case .bool: "a boolean"
    case .int: "an integer"
    case .double: "a floating point number"
    case .decimal: "a decimal"
    case .string: "a string"
    case .date: "a date"
    case .data: "data"
    case .uuid: "a UUID"
    case .url: "a URL"
    case .codable: "a codable value"
    case .array: "an array"
    case .reference: "a reference to an object"
    }
  }
}
