import GraphModel
public import GraphValues

/// Access by property name, for entities known only at run time.
extension ManagedObject {
  /// The value of a property.
  ///
  /// - Throws: ``GraphError``: `unknownProperty`, with a near suggestion; `unreadableValue` where the store
  ///   holds what the type cannot; `objectMissing`, `noContext` and the store's errors where a fault cannot be
  ///   filled.
  public func value(forKey key: String) throws -> AttributeValue {
    let property = try knownRegistry.property(named: key)
    try fulfill()
    let isExternal = registry.codecs[property.slot].isExternal
    guard let value = try isExternal ? externalValue(property.slot) : currentValue(property.slot) else {
      throw registry.unreadable(self, property: property)
    }
    return value
  }

  /// The value of a property as a Swift type; nil where it has none.
  ///
  /// - Throws: as ``value(forKey:)``, and `invalidValue` where it is of another type.
  public func value<Value: AttributeConvertible>(
    forKey key: String, as type: Value.Type
  ) throws -> Value? {
    let value = try value(forKey: key)
    if value.isNull { return nil }
    guard let result = Value(attributeValue: value) else {
      throw GraphError(
        .invalidValue, "\(entityName).\(key) holds \(value.kindName), which is no \(Value.self)",
        entity: entityName, properties: [key], objectID: id)
    }
    return result
  }

  /// Sets a property; nil removes the value. The model's rules are checked at save, the type at once. A to-one
  /// relationship takes the ID of an object; its other side follows.
  ///
  /// - Throws: ``GraphError``: `unknownProperty`, with a near suggestion; `invalidValue` where the value is not
  ///   of the property's type or out of its range; `missingObject` for a relationship of a deleted object, or to one;
  ///   errors of a fault that cannot be filled.
  public func setValue(_ value: (any AttributeConvertible)?, forKey key: String) throws {
    let property = try knownRegistry.property(named: key)
    try fulfill()
    if let derivation = property.attribute?.derivation {
      throw GraphError(
        .invalidValue, "\(entityName).\(key) is derived (\(derivation)): it cannot be set",
        entity: entityName, properties: [key], objectID: id)
    }
    let given = value?.attributeValue ?? .null
    guard let fitting = property.fitting(given, in: registry.home) else {
      throw GraphError(
        .invalidValue,
        "\(entityName).\(key) is \(property.typeName) and cannot hold \(given.kindName)",
        entity: entityName, properties: [key], objectID: id)
    }
    guard let link = registry.relationships.toOne(at: property.slot) else {
      return assign(fitting, property.slot)
    }
    try checkRelatable(link.relationship)
    guard case .reference(let id) = fitting else { return relate(link, to: nil) }
    let target = try core.object(with: id)
    try checkRelated(target, link.relationship, link.destination)
    relate(link, to: target)
  }

  /// The unsaved values by property name; of a new object all that are not null.
  public var changedValues: [String: AttributeValue] {
    var result: [String: AttributeValue] = [:]
    for property in registry.entity.properties {
      if newRows != nil {
        if let value = currentValue(property.slot), !value.isNull { result[property.name] = value }
      } else if let value = overlay?[property.slot] {
        result[property.name] = value
      }
    }
    return result
  }

  /// The values as the store has them, by property name; of a new object none.
  ///
  /// - Parameter keys: the properties wanted; nil for all. Unknown names are left out.
  public func committedValues(forKeys keys: [String]? = nil) -> [String: AttributeValue] {
    guard fulfilledRows() != nil else { return [:] }
    var result: [String: AttributeValue] = [:]
    for property in registry.entity.properties where keys?.contains(property.name) ?? true {
      if let value = committedValue(property.slot) { result[property.name] = value }
    }
    return result
  }
}
