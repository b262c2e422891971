import Foundation
public import GraphValues
import SQLSyntax

/// A row that a statement of SQL gives.
public struct SQLRow: Sendable {
  /// The names of the columns, shared by the rows of a statement.
  let names: SQLColumnNames
  let values: [SQLValue]

  /// The names of the columns, as SQLite gives them.
  public var columnNames: [String] { names.names }

  /// How many columns there are.
  public var count: Int { values.count }

  /// A column as SQLite holds it: an integer, a floating point number, a text, data or no value; no value where there is
  /// no such column.
  public subscript(_ index: Int) -> AttributeValue {
    values.indices.contains(index) ? values[index].attributeValue : .null
  }

  /// The first column of a name, as SQLite holds it; no value where there is none.
  public subscript(_ name: String) -> AttributeValue { names.index(of: name).map { self[$0] } ?? .null }

  /// A column as a Swift type: optional where it may have no value.
  ///
  /// - Throws: ``StoreError`` with code `invalidStatement` where there is no such column, or its value is of another
  ///   type.
  public func value<Value: SQLColumn>(_ index: Int, as type: Value.Type = Value.self) throws -> Value {
    guard values.indices.contains(index) else {
      throw StoreError(
        .invalidStatement, "a row of \(count) columns has no column \(index)", path: names.path)
    }
    guard let value = Value.read(values[index]) else {
      throw StoreError(
        .invalidStatement,
        "the column \"\(columnNames[index])\" holds \(values[index].kindName), which is no \(Value.self)",
        path: names.path)
    }
    return value
  }

  /// The first column of a name as a Swift type: optional where it may have no value.
  ///
  /// - Throws: as ``value(_:as:)-(Int,_)``.
  public func value<Value: SQLColumn>(_ name: String, as type: Value.Type = Value.self) throws -> Value {
    guard let index = names.index(of: name) else {
      throw StoreError(
        .invalidStatement,
        "a row has no column \"\(name)\", but \(columnNames.map { "\"\($0)\"" }.joined(separator: ", "))",
        path: names.path)
    }
    return try value(index, as: type)
  }
}

/// The columns of a statement.
final class SQLColumnNames: Sendable {
  let names: [String]
  /// The store's file, for errors.
  let path: String
  private let indexes: [String: Int]

  init(_ names: [String], path: String) {
    self.names = names
    self.path = path
    indexes = Dictionary(names.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
  }

  func index(of name: String) -> Int? { indexes[name] }
}

extension SQLValue {
  /// The value without what only a model could tell of it.
  var attributeValue: AttributeValue {
    switch self {
    case .null: .null
    case .integer(let value): .int(value)
    case .real(let value): .double(value)
    case .text(let value): .string(value)
    case .blob(let value): .data(.init(value))
    }
  }

  /// What kind of value this is, without the value.
  var kindName: String {
    switch self {
    case .null: "no value"
    case .integer: "an integer"
    case .real: "a floating point number"
    case .text: "a text"
    case .blob: "data"
    }
  }
}
