import Graphstore

/// Models that several suites use.
enum Models {
  /// People with a name and a salary, as plain as can be.
  static func employees() throws -> EntityModel {
    try EntityModel(
      json: """
        { "model": "Staff", "entities": [ { "name": "Employee", "attributes": [
          { "name": "name", "type": "string", "optional": true },
          { "name": "salary", "type": "int64", "default": 0 } ] } ] }
        """)
  }

  /// One entity with an optional attribute of every type.
  static func allTypes() throws -> EntityModel {
    let types = AttributeType.allCases.map { type in
      let extra = type == .codable ? #", "swiftType": "Payload""# : ""
      return #"{ "name": "\#(type.rawValue)Value", "type": "\#(type.rawValue)", "optional": true\#(extra) }"#
    }
    return try EntityModel(
      json: """
        { "model": "AllTypes", "entities": [ { "name": "Thing", "attributes": [
          \(types.joined(separator: ",\n  ")),
          { "name": "price", "type": "decimal", "scale": 2, "optional": true },
          { "name": "tags", "type": "string", "array": true, "optional": true } ] } ] }
        """)
  }
}
