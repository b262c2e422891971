import Foundation
import GraphModel
import GraphQuery
import GraphSQL
import GraphValues
import QueryDifferential
import Testing

/// Behaviours of object graphs with a known right answer, by their names in the collection of cases.
@Suite("Semantic cases of predicates and sorts")
struct SemanticCaseTests {
  private static let model = ResolvedModel(
    EntityModel(
      name: "Case", version: nil,
      entities: [
        EntityDescription(
          name: "Case",
          attributes: [
            AttributeDescription(name: "name", type: .string, isOptional: true),
            AttributeDescription(name: "number", type: .int64, isOptional: true),
            AttributeDescription(name: "admin", type: .bool, isOptional: true),
            AttributeDescription(name: "made", type: .date, isOptional: true),
            AttributeDescription(name: "amount", type: .decimal, isOptional: true),
          ])
      ], fingerprint: ""))

  private let store = UUID()
  private let table: EntityTable

  init() throws {
    table = try EntityTable(model: Self.model, entity: "Case", store: store)
  }

  private func insert(
    name: String? = nil, number: Int64? = nil, admin: Bool? = nil, made: Date? = nil, amount: Decimal? = nil
  ) throws {
    try table.insert([
      name.map { .string($0) } ?? .null, number.map { .int($0) } ?? .null, admin.map { .bool($0) } ?? .null,
      made.map { .date($0) } ?? .null, amount.map { .decimal($0) } ?? .null,
    ])
  }

  /// The keys of the rows that match, the same in memory and in SQL.
  private func keys(_ format: String, _ arguments: (any PredicateArgument)?...) throws -> [Int64] {
    let resolved = try table.resolve(QueryPredicate(format: format, arguments: arguments))
    let memory = try table.keysInMemory(resolved)
    #expect(try table.keysInSQL(resolved) == memory, "\(format)")
    return memory
  }

  private func sorted(_ text: String) throws -> [Int64] {
    let sort = try ResolvedSort.resolve(try SortKey.parse(text), in: table.entity, model: Self.model)
    let order = try SortCompiler(QuerySchema(Self.model)).compile(sort, entity: table.entity).text
    let memory = try table.rows.sorted { try sort.precedes($0, $1) }.map(\.objectKey)
    #expect(try table.keys("SELECT _id FROM \"Case\" \(order)") == memory)
    return memory
  }

  // S01
  @Test func caseAndDiacriticsAreDroppedAsAsked() throws {
    for name in ["abc", "tüv", "tûv", "tuv"] { try insert(name: name) }
    #expect(try keys("name CONTAINS[c] 'U'") == [4])
    #expect(try keys("name CONTAINS[d] 'u'") == [2, 3, 4])
    #expect(try keys("name CONTAINS[cd] 'U'") == [2, 3, 4])
    #expect(try keys("name CONTAINS 'ü'") == [2])
    #expect(try keys("name ==[cd] 'TUV'") == [2, 3, 4])
    #expect(try keys("name !=[c] 'TUV'") == [1, 2, 3])
    #expect(try keys("name !=[d] 'tuv'") == [1])
  }

  // S04, S06
  @Test func searchesInTexts() throws {
    for name in ["Café con Leche", "my-suffix", "suffix-my"] { try insert(name: name) }
    #expect(try keys("name CONTAINS[c] 'café'") == [1])
    #expect(try keys("name CONTAINS[cd] 'CAFE'") == [1])
    #expect(try keys("name CONTAINS 'CAFE'") == [])
    #expect(try keys("name MATCHES '.*-suffix'") == [2])
  }

  // S08, S10, S12
  @Test func numbersAndDatesAreExact() throws {
    let exact = try #require(Decimal(string: "123456789012345678.123456789"))
    try insert(number: .max, made: Date(timeIntervalSinceReferenceDate: 1000 + 1.5e-7), amount: exact)
    try insert(number: 6_000_000_000, made: Date(timeIntervalSinceReferenceDate: 1000))
    try insert(number: .min)
    #expect(try keys("number >= 5000000000 AND number <= 7000000000") == [2])
    #expect(try keys("number == 9223372036854775807") == [1])
    #expect(try keys("number == -9223372036854775808") == [3])
    #expect(try keys("made == %@", Date(timeIntervalSinceReferenceDate: 1000 + 1.5e-7)) == [1])
    #expect(try keys("made == %@", Date(timeIntervalSinceReferenceDate: 1000)) == [2])
    #expect(try keys("amount == %@", exact) == [1])
    #expect(try keys("amount > 123456789012345678.123456788 AND amount < 123456789012345678.12345679") == [1])
  }

  // O01
  @Test func nilIsSmallerThanEveryValue() throws {
    for name in ["B", nil, "AB", "", "A"] { try insert(name: name, number: name.map { Int64($0.count) }) }
    #expect(try sorted("name") == [2, 4, 5, 3, 1])
    #expect(try sorted("name desc") == [1, 3, 5, 4, 2])
    #expect(try sorted("number desc, name") == [3, 5, 1, 4, 2])
  }

  // Q02, Q10
  @Test func notInHoldsForNil() throws {
    for name in ["a", nil, "b"] { try insert(name: name) }
    #expect(try keys("NOT (name IN %@)", ["a"]) == [2, 3])
    #expect(throws: QueryError.self) { _ = try keys("name NOT IN %@", ["a"]) }
    let first = ObjectID(home: ObjectHome(store: store, entity: "Case", root: "Case"), key: 1)
    #expect(try keys("NOT (%@ CONTAINS SELF)", [first]) == [2, 3])
  }

  // Q18, Q20 are in the tests of the format language.

  // Q22
  @Test func noIsNotNil() throws {
    for admin in [true, false, nil] { try insert(admin: admin) }
    #expect(try keys("admin == NO || admin == nil") == [2, 3])
    #expect(try keys("admin == NO") == [2])
  }
}
