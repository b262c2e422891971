import Foundation
import GraphModel
import GraphValues

/// Writes an attribute's default as Swift.
struct DefaultTranslator {
  private let attribute: AttributeDescription
  private let valueType: TypeSyntax
  private let enumeration: EnumInterface?
  private let names: TypeNames

  init(
    _ attribute: AttributeDescription, valueType: TypeSyntax, enumeration: EnumInterface?, names: TypeNames
  ) {
    self.attribute = attribute
    self.valueType = valueType
    self.enumeration = enumeration
    self.names = names
  }

  /// The default's expression, or nil where there is none or the value is not of the attribute's type.
  func expression() -> ExpressionSyntax? {
    switch attribute.defaultValue {
    case .now: attribute.type == .date ? .member(.type(names["Date"]), "now") : nil
    case .newUUID: attribute.type == .uuid ? .call(.type(names["UUID"]), []) : nil
    case .value(let value): expression(of: value)
    case nil: nil
    }
  }

  private func expression(of value: AttributeValue) -> ExpressionSyntax? {
    if attribute.type == .codable { return codable(value) }
    if case .array(let elements) = value {
      let expressions = elements.compactMap(scalar)
      return expressions.count == elements.count ? .array(expressions) : nil
    }
    return scalar(value)
  }

  private func scalar(_ value: AttributeValue) -> ExpressionSyntax? {
    if let enumeration { return enumeration.name(of: value).map { .implicitMember($0) } }
    switch (attribute.type, value) {
    case (.int16, .int(let value)), (.int32, .int(let value)), (.int64, .int(let value)):
      return .literal(.integer(value))
    case (.bool, .bool(let value)): return .literal(.boolean(value))
    case (.double, .double(let value)): return number(value, digits: value.description)
    case (.float, .double(let value)): return number(value, digits: Float(value).description)
    case (.string, .string(let value)): return .literal(.string(value))
    case (.decimal, .decimal(let value)): return decimal(value)
    case (.date, .date(let value)): return date(value)
    case (.data, .data(let value)): return data(value)
    case (.uuid, .uuid(let value)):
      let uuid = names["UUID"]
      return fallible(uuid, "uuidString", value.uuidString, otherwise: .call(.type(uuid), []))
    case (.url, .url(let value)):
      let url = names["URL"]
      let blank = ExpressionSyntax.call(
        .type(url), [ArgumentSyntax("filePath", .literal(.string("/")))])
      return fallible(url, "string", value.absoluteString, otherwise: blank)
    default: return nil
    }
  }

  private func number(_ value: Double, digits: String) -> ExpressionSyntax? {
    if value.isNaN { return nil }
    if value.isInfinite {
      let infinity = ExpressionSyntax.implicitMember("infinity")
      return value > 0 ? infinity : .negated(infinity)
    }
    return .literal(.number(digits))
  }

  /// Whole numbers as literals, others by their digits: a literal with a point would pass through a `Double`.
  private func decimal(_ value: Decimal) -> ExpressionSyntax? {
    if value.isNaN { return nil }
    if let whole = Int64(value.description), Decimal(whole) == value { return .literal(.integer(whole)) }
    return fallible(names["Decimal"], "string", value.description, otherwise: .literal(.integer(0)))
  }

  private func date(_ value: Date) -> ExpressionSyntax? {
    let seconds = value.timeIntervalSinceReferenceDate
    guard let number = number(seconds, digits: seconds.description) else { return nil }
    return .call(.type(names["Date"]), [ArgumentSyntax("timeIntervalSinceReferenceDate", number)])
  }

  private func data(_ value: Data) -> ExpressionSyntax {
    let type = names["Data"]
    let empty = ExpressionSyntax.call(.type(type), [])
    return value.isEmpty
      ? empty : fallible(type, "base64Encoded", value.base64EncodedString(), otherwise: empty)
  }

  /// The value of an initializer that may fail, but does not for this text.
  private func fallible(
    _ type: TypeSyntax, _ label: String, _ text: String, otherwise: ExpressionSyntax
  ) -> ExpressionSyntax {
    .coalescing(.call(.type(type), [ArgumentSyntax(label, .literal(.string(text)))]), otherwise)
  }

  /// `(try? JSONDecoder().decode(Badge.self, from: Data("…".utf8)))`: nil where the Swift type cannot read it.
  private func codable(_ value: AttributeValue) -> ExpressionSyntax? {
    guard let json = json(value) else { return nil }
    let bytes = ExpressionSyntax.call(
      .type(names["Data"]), [ArgumentSyntax(nil, .member(.literal(.string(json)), "utf8"))])
    return .optionalTrying(
      .method(
        .call(.type(names["JSONDecoder"]), []), "decode",
        ArgumentSyntax(nil, .metatype(valueType)), ArgumentSyntax("from", bytes)))
  }

  private func json(_ value: AttributeValue) -> String? {
    switch value {
    case .codable(let data):
      return String(validating: data, as: UTF8.self)
    case .array(let elements):
      let parts = elements.compactMap(json)
      return parts.count == elements.count ? "[" + parts.joined(separator: ",") + "]" : nil
    default: return nil
    }
  }
}
