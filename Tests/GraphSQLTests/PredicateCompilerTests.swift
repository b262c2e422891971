import Foundation
import GraphModel
import GraphQuery
import GraphSQL
import GraphValues
import SQLSyntax
import SQLiteAccess
import QueryDifferential
import Testing

@Suite("Predicates as SQL")
struct PredicateCompilerTests {
  private let table: EntityTable

  init() throws { table = try Sample.table() }

  private func sql(_ format: String, _ arguments: (any PredicateArgument)?...) throws -> String {
    let resolved = try table.resolve(QueryPredicate(format: format, arguments: arguments))
    return try PredicateCompiler(QuerySchema(Sample.model)).compile(resolved.shape, entity: table.entity).text
  }

  @Test func comparisonsAreAsPlainAsIndexesNeedThem() throws {
    #expect(try sql("i == 1") == "\"i\" = ?1")
    #expect(try sql("io == 1") == "\"io\" = ?1")
    #expect(try sql("io != 1") == "\"io\" IS NOT ?1")
    #expect(try sql("i != 1") == "\"i\" <> ?1")
    #expect(try sql("NOT (io == 1)") == "\"io\" IS NOT ?1")
    #expect(try sql("NOT (io < 1)") == "(\"io\" >= ?1 OR \"io\" IS NULL)")
    #expect(try sql("NOT (i < 1)") == "\"i\" >= ?1")
    #expect(try sql("io == nil AND i > 5") == "(\"io\" IS NULL AND \"i\" > ?1)")
    #expect(try sql("NOT (io == nil AND i > 5)") == "(\"io\" IS NOT NULL OR \"i\" <= ?1)")
    #expect(try sql("i BETWEEN {1, 5}") == "(\"i\" >= ?1 AND \"i\" <= ?2)")
    #expect(try sql("i IN {1, 5}") == "\"i\" IN (SELECT value FROM json_each(?1))")
    #expect(try sql("SELF == %@", Sample.id(1)) == "\"_id\" = ?1")
    #expect(try sql("t BEGINSWITH 'a'") == "(\"t\" >= ?1 AND \"t\" < ?2)")
    #expect(try sql("t LIKE 'a*'") == "(\"t\" >= ?1 AND \"t\" < ?2)")
    #expect(try sql("t LIKE 'abc'") == "\"t\" = ?1")
    #expect(try sql("t CONTAINS 'a'") == "instr(\"t\", ?1) > 0")
    #expect(try sql("tn CONTAINS[cd] 'a'") == "graphstore_contains_cd(\"tn\", ?1)")
    #expect(try sql("NOT (tn CONTAINS[cd] 'a')") == "NOT coalesce(graphstore_contains_cd(\"tn\", ?1), 0)")
    #expect(try sql("TRUEPREDICATE") == "1")
  }

  @Test func parametersBeginWhereAsked() throws {
    let resolved = try table.resolve(QueryPredicate(format: "i > 1 AND i IN {1, 2}"))
    let compiled = try PredicateCompiler(QuerySchema(Sample.model), alias: "a", firstParameter: 4).compile(
      resolved.shape, entity: table.entity)
    #expect(compiled.text == "(\"a\".\"i\" > ?4 AND \"a\".\"i\" IN (SELECT value FROM json_each(?5)))")
    #expect(compiled.parameterCount == 2)
    #expect(compiled.bindings(resolved.literals) == [.integer(1), .text("[1,2]")])
  }

  @Test func indexesServeEqualityRangesPrefixesAndLists() throws {
    for column in ["i", "io", "d", "no", "t", "tn", "w", "u", "x"] {
      try table.connection.execute("CREATE INDEX \"by \(column)\" ON Sample (\"\(column)\")")
    }
    let id = UUID()
    let plans: [(String, String)] = [
      ("by i", try table.plan("i == 1")), ("by i", try table.plan("i > 1 AND i <= 5")),
      ("by i", try table.plan("i BETWEEN {1, 5}")), ("by i", try table.plan("i IN {1, 2, 3}")),
      ("by io", try table.plan("io == nil")), ("by io", try table.plan("io == 5 AND b == YES")),
      ("by io", try table.plan("NOT (io != 5)")), ("by t", try table.plan("t BEGINSWITH 'a'")),
      ("by t", try table.plan("t LIKE 'a*'")), ("by t", try table.plan("t LIKE 'a*b?c'")),
      ("by tn", try table.plan("tn == 'a'")), ("by tn", try table.plan("tn IN {'a', 'b'}")),
      ("by u", try table.plan("u == %@", id)), ("by u", try table.plan("u IN %@", [id])),
      ("by d", try table.plan("d < 5.5")), ("by d", try table.plan("d IN {1.5}")),
      ("by w", try table.plan("w > %@", Date())), ("by no", try table.plan("#no > 1.5")),
      ("by no", try table.plan("#no IN {1.5}")), ("by x", try table.plan("x == %@", Data([1]))),
    ]
    for (index, plan) in plans { #expect(plan.contains("SEARCH Sample USING INDEX \(index) ("), "\(plan)") }
    #expect(try table.plan("SELF IN %@", [Sample.id(1)]).contains("USING INTEGER PRIMARY KEY"))
  }

  @Test func longChainsStayWithinSQLitesDepth() throws {
    let many = QueryPredicate.any(
      (0..<5_000).map { index in
        QueryPredicate(Comparison(.keyPath(PropertyPath("i")), .equal, .literal(.int(Int64(index)))))
      })
    let resolved = try table.resolve(many)
    #expect(try table.keysInSQL(resolved) == [])
    #expect(throws: QueryError.self) {
      let pairs = (0..<20_000).map { index in
        QueryPredicate(Comparison(.keyPath(PropertyPath("t")), .beginsWith, .literal(.string("\(index)"))))
      }
      let resolved = try table.resolve(.any(pairs))
      _ = try PredicateCompiler(QuerySchema(Sample.model)).compile(resolved.shape, entity: table.entity)
    }
  }

  @Test func deepPredicatesStayWithinSQLitesParser() throws {
    let term = try QueryPredicate(format: "i == 1")
    let (leftDeep, rightDeep) = (0..<60).reduce((term, term)) { deep, index in
      index % 2 == 0
        ? (!(deep.0 || term), term || deep.1) : (deep.0 && term, term && deep.1)
    }
    #expect(try table.keysInSQL(try table.resolve(leftDeep)) == [])
    #expect(try table.keysInSQL(try table.resolve(rightDeep)) == [])
    // A wide tree of some depth.
    var wide = term
    for level in 0..<12 { wide = level % 2 == 0 ? wide || wide && term : wide && (wide || term) }
    #expect(try table.keysInSQL(try table.resolve(wide)) == [])
  }

  @Test func listsAreExactForEveryType() throws {
    var row = [AttributeValue](repeating: .null, count: table.entity.layout.kinds.count)
    let values: [(String, AttributeValue, AttributeValue)] = [
      ("i", .int(.min), .int(.max)), ("m", .int(1), .int(2)), ("b", .bool(true), .bool(false)),
      ("d", .double(0.1 + 0.2), .double(0.3)), ("n", .decimal(Decimal(string: "0.1") ?? 0), .decimal(1)),
      ("t", .string("a\0b"), .string("a")),
      ("w", .date(.init(timeIntervalSinceReferenceDate: 1.5e-7)), .date(.distantPast)),
      ("xr", .data(Data([0, 255])), .data(Data([0]))),
      ("q", .reference(Sample.id(3)), .reference(Sample.id(4))),
    ]
    for (name, value, _) in values { row[try #require(table.entity.slots[name])] = value }
    try table.insert(row)
    for (name, value, other) in values {
      let found = try table.resolve(
        QueryPredicate(format: "%K IN %@", name, AttributeValue.array([other, value])))
      #expect(try table.keysInSQL(found) == [1], "\(name)")
      let missed = try table.resolve(QueryPredicate(format: "%K IN %@", name, AttributeValue.array([other])))
      #expect(try table.keysInSQL(missed) == [], "\(name)")
    }
  }

  @Test func transientAttributesAreRefused() throws {
    let model = ResolvedModelWithTransient.model
    let entity = try #require(model["Gone"])
    let resolved = try QueryPredicate(format: "later == 1").resolve(in: entity, model: model)
    #expect(throws: QueryError.self) {
      _ = try PredicateCompiler(QuerySchema(model)).compile(resolved.shape, entity: entity)
    }
  }
}
