extension Optional: AttributeConvertible where Wrapped: AttributeConvertible {
  /// The wrapped value, or null.
  public var attributeValue: AttributeValue { self?.attributeValue ?? .null }

  /// No value for null, else the wrapped type's; nil where that cannot hold the value.
  public init?(attributeValue: AttributeValue) {
    if attributeValue.isNull {
      self = .none
    } else if let value = Wrapped(attributeValue: attributeValue) {
      self = .some(value)
    } else {
      return nil
    }
  }
}
