import Foundation
import QueryDifferential
import GraphModel
import GraphQuery
import GraphSQL
import GraphValues
import GraphstoreTestSupport
import SQLSyntax
import SQLiteAccess
import Testing

/// Predicates with known answers from the tests of other implementations: all agree, in memory and in SQL, or
/// stand in a list with the reason.
@Suite("Predicates with known answers")
struct CaseCorpusTests {
  /// Where the answers differ on purpose, by the number of the case.
  private static let differences: [Int: String] = {
    let emptyText = "every string contains the empty one, as Apple documents; Realm finds none"
    let null = "logic is two-valued: nil differs from 'Douglas Hill'; SQL's NULL would hide the row"
    var result = [231: null]
    for number in [84, 87, 88, 97, 98, 112, 115, 116, 216, 217, 218] { result[number] = emptyText }
    return result
  }()

  /// Cases that have no answer here, by their number, and the reason.
  private static let notReached: [Int: String] = [
    17: "the old spelling of a sum over a collection that is no property of an object",
    35: "a model knows its properties: another name is a mistake, not nil",
    49: "no attribute is a dictionary",
  ]

  @Test func allAgreeOrAreListed() throws {
    guard let rows = try SharedData.rows("predicates/cases.tsv") else { return }
    var agreed = 0
    var refused: [Int: String] = [:]
    for (number, row) in rows.enumerated() {
      do {
        // A listed difference has to be one.
        if try agrees(row[0], row[1], with: row[2]) == (Self.differences[number] == nil) {
          agreed += 1
        } else {
          Issue.record("case \(number): \(row[1]): expected \(row[2])")
        }
      } catch let error as QueryError {
        if row[2].hasPrefix("throws") { agreed += 1 } else { refused[number] = "\(row[1]): \(error.message)" }
      }
    }
    #expect(refused.keys.sorted() == Self.notReached.keys.sorted(), "\(refused)")
    #expect(agreed + refused.count == rows.count)
  }

  private func agrees(_ json: String, _ format: String, with expected: String) throws -> Bool {
    let value = try JSONDecoder().decode(JSONValue.self, from: Data(json.utf8))
    if let text = format.dropping(prefix: "expr ") { return try agrees(value, value: text, with: expected) }
    if value == .null { return try agrees(statement: format, with: expected) }
    if format == "<AND of zero subpredicates>" {
      return QueryPredicate.all([]).description == "TRUEPREDICATE"
    }
    let objects = value.objects
    let answer = try answer(value.isPlain ? Self.naming(format) : format, objects)
    return Self.agrees((objects.map { .object($0) }, answer), with: expected)
  }

  /// What is said about the language itself.
  private func agrees(statement format: String, with expected: String) throws -> Bool {
    if format.hasPrefix("%K like %@+$b+$c") {
      let predicate = try QueryPredicate(format: "%K like %@+$b+$c", "$single", "b\"")
        .substituting(["b": "val_for_$b", "c": "val_for_$c"])
      return predicate.description == #"`$single` LIKE "b\"" + "val_for_$b" + "val_for_$c""#
    }
    let sides = format.components(separatedBy: " vs ").map { $0.trimmingCharacters(in: .whitespaces) }
    let predicate = try QueryPredicate(format: sides[0])
    if sides.count == 2 {
      let other =
        sides[1] == "same" ? try QueryPredicate(format: sides[0]) : try QueryPredicate(format: sides[1])
      return expected.hasPrefix("not")
        ? predicate != other : predicate == other && predicate.hashValue == other.hashValue
    }
    if expected.hasPrefix("predicateFormat round-trips") { return predicate.description == format }
    if let text = expected.dropping(prefix: "predicateFormat: ") { return predicate.description == text }
    return expected.hasPrefix("parse:")
  }

  /// A value for an object, the same in memory and in SQL.
  private func agrees(_ object: JSONValue, value format: String, with expected: String) throws -> Bool {
    let expression = try QueryExpression(format: format)
    if case .literal(.array(let elements)) = expression, let list = expected.dropping(prefix: "set:") {
      let wanted = try JSONDecoder().decode([JSONValue].self, from: Data(list.utf8))
      return Set(elements) == Set(wanted.map { $0.attributeValue(of: JSONValue.type(of: wanted) ?? .string) })
    }
    let graph = try JSONGraph(object.objects)
    let resolved = try expression.resolve(in: graph.entity, model: graph.model)
    let node = try #require(graph.graph.objects(of: graph.entity).first)
    let value = try resolved.value(for: node)
    let compiled = try ExpressionCompiler(QuerySchema(graph.model)).compile(resolved, entity: graph.entity)
    let stored = try graph.database().connection.withStatement("SELECT \(compiled.text) FROM \"Case\"") {
      statement in
      try statement.bind(compiled.bindings(resolved.literals))
      return try statement.step() ? statement.value(0) : .null
    }
    #expect(SQLValue(value, scale: nil) == stored, "\(format)")
    switch value {
    case .int(let number): return Double(expected) == Double(number)
    case .double(let number): return Double(expected) == number
    case .string(let text): return text == expected
    default: return false
    }
  }

  /// The indexes of the objects for which a format holds, the same in memory and in SQL.
  private func answer(_ format: String, _ objects: [[String: JSONValue]]) throws -> [Int] {
    let predicate = try QueryPredicate(format: format)
    let graph = try JSONGraph(objects)
    let entity = graph.entity
    let resolved = try predicate.resolve(in: entity, model: graph.model)
    var memory: [Int64] = []
    for object in graph.graph.objects(of: entity) where try resolved.matches(object) {
      memory.append(object.objectKey)
    }
    let sql = try graph.database().keys(resolved, of: entity)
    #expect(memory == sql, "\(format)")
    return memory.map { Int($0) - 1 }
  }

  /// A plain value is an attribute here.
  private static func naming(_ format: String) -> String {
    format.replacing(#/\b(?i:self)\b/#, with: "value")
  }

  private static func agrees(_ answer: (all: [JSONValue], found: [Int]), with expected: String) -> Bool {
    if expected == "true" { return answer.found == [0] }
    if expected == "false" { return answer.found.isEmpty }
    if expected.hasPrefix("count:") {
      return expected.dropFirst(6).prefix { $0.isNumber } == String(answer.found.count)
    }
    for (prefix, key) in [("names:", "name"), ("values:", "s"), ("filter:[", "value")]
    where expected.hasPrefix(prefix) {
      let list = expected.dropFirst(key == "value" ? 7 : prefix.count).prefix { $0 != "]" } + "]"
      guard let wanted = try? JSONDecoder().decode([JSONValue].self, from: Data(list.utf8)) else {
        return false
      }
      return answer.found.map { answer.all[$0].member(key) } == wanted
    }
    if expected == "filter:idx[0]" { return answer.found == [0] }
    if expected.hasPrefix("contains:[\"all-ready\"] excludes:[\"mixed\"]") {
      let names = answer.found.map { answer.all[$0].text("name") }
      return names.contains("all-ready") && !names.contains("mixed")
    }
    if expected.hasPrefix("SQLite store: rows [1] only") { return answer.found == [1] }
    return false
  }
}

extension String {
  fileprivate func dropping(prefix: String) -> String? {
    hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil
  }
}

extension JSONValue {
  /// Whether it is about values that are no objects.
  fileprivate var isPlain: Bool { objects.contains { $0.keys.contains("value") } }

  fileprivate func member(_ key: String) -> JSONValue {
    if case .object(let object) = self { object[key] ?? .null } else { .null }
  }
}
