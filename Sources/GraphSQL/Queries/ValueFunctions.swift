import Foundation
import GraphQuery
import GraphValues
import SQLSyntax

/// The functions of values as SQL calls them; their code is the one that memory evaluates with.
enum ValueFunctions {
  static let unscaledName = "graphstore_decimal"

  static func name(_ function: ValueFunction) -> String { "graphstore_value_\(function.rawValue)" }

  /// A call that gives a decimal of a column with a scale all its digits.
  static func unscaled(_ text: String, _ scale: Int) -> String { "\(unscaledName)(\(text), \(scale))" }

  /// New functions for a connection.
  static func forConnection() -> [QueryFunction] {
    var result: [QueryFunction] = []
    for function in ValueFunction.allCases where function != .coalesce && function != .now {
      result.append(QueryFunction(name: name(function), body: .values { try call(function, $0) }))
    }
    result.append(
      QueryFunction(
        name: unscaledName,
        body: .values { values in
          guard values.count == 2, case .integer(let number) = values[0], case .integer(let scale) = values[1]
          else { return .null }
          return SQLValue(.decimal(DecimalCoding.unscaled(number, by: Int(scale))), scale: nil) ?? .null
        }))
    return result
  }

  private static func call(_ function: ValueFunction, _ values: [SQLValue]) throws -> SQLValue {
    var arguments: [AttributeValue] = []
    arguments.reserveCapacity(values.count)
    for value in values {
      switch value {
      case .null: return .null
      case .integer(let number): arguments.append(.int(number))
      case .real(let number): arguments.append(.double(number))
      case .text(let text): arguments.append(.string(text))
      case .blob(let bytes):
        guard let number = DecimalCoding.decode(bytes) else { return .null }
        arguments.append(.decimal(number))
      }
    }
    return SQLValue(try function.result(arguments), scale: nil) ?? .null
  }
}
