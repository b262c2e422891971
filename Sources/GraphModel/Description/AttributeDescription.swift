public import GraphValues

/// An attribute of an entity.
public struct AttributeDescription: Sendable, Hashable {
  /// The attribute's name: the generated property's and the column's.
  public package(set) var name: String
  /// The type of its value, or of the elements where ``isArray``.
  public package(set) var type: AttributeType
  /// Whether the value is an array of ``type``.
  public package(set) var isArray: Bool
  /// Whether the value may be missing.
  public package(set) var isOptional: Bool
  /// The value a new object begins with.
  public package(set) var defaultValue: AttributeDefault?
  /// Whether the value is kept in memory only.
  public package(set) var isTransient: Bool
  /// The rule by which the value is computed from others.
  public package(set) var derivation: String?
  /// The smallest value allowed, for numbers and dates.
  public package(set) var minimum: AttributeValue?
  /// The largest value allowed, for numbers and dates.
  public package(set) var maximum: AttributeValue?
  /// The fewest allowed characters (Unicode scalars) of a string, bytes of data or elements of an array.
  public package(set) var minimumLength: Int?
  /// The most allowed characters (Unicode scalars) of a string, bytes of data or elements of an array.
  public package(set) var maximumLength: Int?
  /// A regular expression that the whole of a string has to match.
  public package(set) var pattern: String?
  /// The closed set of values, strings or integers; generated code makes an enum of them.
  public package(set) var values: [AttributeValue]
  /// Whether large values are kept in files beside the store.
  public package(set) var isExternal: Bool
  /// The decimal places of a `decimal` that is kept as an integer.
  public package(set) var scale: Int?
  /// The Swift type of a `codable` attribute.
  public package(set) var swiftType: String?
  /// The application's own notes.
  public package(set) var userInfo: [String: String]
  /// The attribute's name in the version before this one.
  public package(set) var renamedFrom: String?
  /// A sentence about the attribute; generated code repeats it.
  public package(set) var documentation: String?

  package init(
    name: String, type: AttributeType, isArray: Bool = false, isOptional: Bool = false,
    defaultValue: AttributeDefault? = nil, isTransient: Bool = false, derivation: String? = nil,
    minimum: AttributeValue? = nil, maximum: AttributeValue? = nil, minimumLength: Int? = nil,
    maximumLength: Int? = nil, pattern: String? = nil, values: [AttributeValue] = [],
    isExternal: Bool = false, scale: Int? = nil, swiftType: String? = nil, userInfo: [String: String] = [:],
    renamedFrom: String? = nil, documentation: String? = nil
  ) {
    self.name = name
    self.type = type
    self.isArray = isArray
    self.isOptional = isOptional
    self.defaultValue = defaultValue
    self.isTransient = isTransient
    self.derivation = derivation
    self.minimum = minimum
    self.maximum = maximum
    self.minimumLength = minimumLength
    self.maximumLength = maximumLength
    self.pattern = pattern
    self.values = values
    self.isExternal = isExternal
    self.scale = scale
    self.swiftType = swiftType
    self.userInfo = userInfo
    self.renamedFrom = renamedFrom
    self.documentation = documentation
  }

  /// How its values are kept.
  package var codec: AttributeCodec {
    AttributeCodec(type: type, isArray: isArray, scale: scale, isExternal: isExternal)
  }
}
