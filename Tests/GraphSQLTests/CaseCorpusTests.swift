import Foundation
import QueryDifferential
import GraphModel
import GraphQuery
import GraphSQL
import GraphValues
import GraphstoreTestSupport
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

  /// Cases that are not about attributes of an object, or not done yet, by the kind of error they give.
  private static let notReached = [
    // SELF as a plain value, and statements about parsing and about expressions.
    "not an object with attributes": 30,
    // Key paths into dictionaries, lists of plain values and keys that no object of the case has: a model knows its
    // keys.
    "unknownKey": 8,
    // Arithmetic, indexes, TERNARY, [l].
    "unsupported": 7,
    // What the collection wrote in words, and expressions that are no predicates.
    "syntax": 4,
  ]

  @Test func allAgreeOrAreListed() throws {
    guard let rows = try SharedData.rows("predicates/cases.tsv") else { return }
    var agreed = 0
    var reasons: [String: Int] = [:]
    for (number, row) in rows.enumerated() {
      do {
        guard let answer = try answer(row[1], to: row[0]) else {
          reasons["not an object with attributes", default: 0] += 1
          continue
        }
        // A listed difference has to be one.
        if Self.agrees(answer, with: row[2]) == (Self.differences[number] == nil) {
          agreed += 1
        } else {
          Issue.record("case \(number): \(row[1]) gives \(answer), expected \(row[2])")
        }
      } catch let error as QueryError {
        if row[2].hasPrefix("throws"), error.code == .typeMismatch {
          agreed += 1
        } else {
          reasons[error.code.rawValue, default: 0] += 1
        }
      }
    }
    #expect(agreed == 187)
    #expect(reasons == Self.notReached)
  }

  /// The indexes of the objects for which a format holds, the same in memory and in SQL; nil where the case is not
  /// about objects with attributes.
  private func answer(_ format: String, to json: String) throws -> (all: [JSONValue], found: [Int])? {
    let value = try JSONDecoder().decode(JSONValue.self, from: Data(json.utf8))
    guard let objects = value.objects else { return nil }
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
    return (objects.map { .object($0) }, memory.map { Int($0) - 1 })
  }

  private static func agrees(_ answer: (all: [JSONValue], found: [Int]), with expected: String) -> Bool {
    if expected == "true" { return answer.found == [0] }
    if expected == "false" { return answer.found.isEmpty }
    if expected.hasPrefix("count:") {
      return expected.dropFirst(6).prefix { $0.isNumber } == String(answer.found.count)
    }
    for (prefix, key) in [("names:", "name"), ("values:", "s")] where expected.hasPrefix(prefix) {
      let list = expected.dropFirst(prefix.count).prefix { $0 != "]" } + "]"
      guard let names = try? JSONDecoder().decode([String].self, from: Data(list.utf8)) else { return false }
      return answer.found.map { answer.all[$0].text(key) } == names
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
