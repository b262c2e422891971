/// Names that models cannot use, because generated code or the store needs them.
package enum ReservedNames {
  /// Names that no entity may have: Swift's and Foundation's types that generated code names, Graphstore's own
  /// types that it names or nests, and words that cannot be types.
  package static let entities: Set<String> = [
    // Words of the language that backticks do not make usable as a type's name.
    "Self", "Type", "Protocol", "Any", "AnyObject", "Swift", "Foundation",
    // The standard library.
    "AnyHashable", "Array", "Bool", "CaseIterable", "Character", "Codable", "CodingKey", "CodingKeys",
    "Collection",
    "Comparable", "CustomStringConvertible", "Decodable", "Decoder", "Dictionary", "Double", "Element",
    "Encodable",
    "Encoder", "Equatable", "Error", "Float", "Hashable", "Hasher", "ID", "Identifiable", "Index", "Int",
    "Int8",
    "Int16", "Int32", "Int64", "Iterator", "KeyPath", "AnyKeyPath", "PartialKeyPath", "Never", "Optional",
    "RandomAccessCollection", "RawRepresentable", "RawValue", "Result", "Sendable", "Sequence", "Set",
    "String",
    "Substring", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "Void", "Task", "MainActor", "Actor",
    // Foundation.
    "Data", "Date", "Decimal", "Expression", "Predicate", "PredicateExpressions", "SortDescriptor",
    "SortOrder", "URL",
    "UUID", "JSONDecoder", "JSONEncoder",
    // Graphstore.
    "Graphstore", "AttributeDefault", "AttributeDescription", "AttributeType", "AttributeValue",
    "Coordinator",
    "DeleteRule", "Entity", "EntityDescription", "EntityModel", "EntitySchema", "FetchRequest",
    "FetchRequestTemplate", "GraphError", "GraphRecord", "GraphTree", "IndexDescription", "ManagedObject",
    "MergePolicy", "ModelError",
    "ObjectContext", "ObjectID", "OrderedToMany", "PersistentContainer", "PersistentStore", "Properties",
    "Property",
    "PropertyToken", "RelationshipDescription", "SaveError", "StoreError", "ToMany", "ToOne", "Tree",
    "ValidationError", "Values",
  ]

  /// Names that no property may have: the members that every generated struct or its `Values` has.
  ///
  /// Swift's other words are free: generated code writes them in backticks.
  package static let properties: Set<String> = [
    // Words of the language that backticks do not make usable as a member's name.
    "self", "init", "subscript",
    // Members of generated structs.
    "id", "object", "values", "context", "entity", "entityName", "objectID", "properties", "fulfill",
    "model",
    "schema",
    // Members that Hashable, Codable and closed values bring.
    "hash", "hashValue", "encode", "rawValue", "allCases",
    // The state of an object.
    "isDeleted", "isInserted", "isUpdated", "isFault", "hasChanges", "changedValues", "committedValues",
    "delete",
  ]

  /// Names that no attribute of a composite may have: the members that its generated struct has, and words of
  /// the language that backticks do not make usable.
  package static let members: Set<String> = [
    "self", "init", "subscript", "hash", "hashValue", "encode",
  ]

  /// Beginnings, in any case, that no entity's name may have: tables of SQLite and of the store.
  package static let entityPrefixes = ["sqlite_", "graphstore"]

  /// Swift's words that generated code writes in backticks where they are names.
  package static let swiftKeywords: Set<String> = [
    "actor", "any", "as", "associatedtype", "async", "await", "borrowing", "break", "case", "catch", "class",
    "consuming", "continue", "convenience", "default", "defer", "deinit", "do", "dynamic", "else", "enum",
    "extension", "fallthrough", "false", "fileprivate", "final", "for", "func", "get", "guard", "if",
    "import",
    "in", "indirect", "infix", "init", "inout", "internal", "is", "isolated", "lazy", "let", "macro",
    "mutating",
    "nil", "nonisolated", "nonmutating", "open", "operator", "optional", "override", "package", "postfix",
    "precedencegroup", "prefix", "private", "protocol", "public", "repeat", "required", "rethrows", "return",
    "self", "sending", "set", "some", "static", "struct", "subscript", "super", "switch", "throw", "throws",
    "true", "try", "typealias", "unowned", "var", "weak", "where", "while", "willSet", "didSet",
    "Any", "Protocol", "Self", "Type",
  ]
}
