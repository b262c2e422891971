import Foundation
import GraphValues
import GraphstoreTestSupport
import Synchronization
import Testing

@testable import Graphstore

@Suite("Explaining requests")
struct ExplainTests {
  private static func model(_ more: String = "") throws -> EntityModel {
    try EntityModel(
      json: """
        { "model": "Shop", "entities": [
          { "name": "Maker", "attributes": [
            { "name": "name", "type": "string" }, { "name": "founded", "type": "int64", "default": 0 } ],
            "relationships": [ { "name": "wares", "to": "Ware", "many": true, "inverse": "maker" } ] },
          { "name": "Ware", "attributes": [
            { "name": "code", "type": "int64" }, { "name": "title", "type": "string", "optional": true },
            { "name": "price", "type": "double", "default": 0 } ],
            "relationships": [ { "name": "maker", "to": "Maker", "optional": true, "inverse": "wares" } ],
            "indexes": [["code"]]\(more) } ] }
        """)
  }

  private let container: PersistentContainer

  init() throws {
    container = try PersistentContainer(model: try Self.model(), location: .inMemory)
    let context = container.newContext()
    for code in 0..<20 {
      try context.insert("Ware", ["code": code, "title": "ware \(code)", "price": Double(code) / 4])
    }
    try context.save()
  }

  private func explain(
    _ format: String, sortedBy keys: [SortKey] = [], limit: Int = 0
  ) throws -> QueryExplanation {
    var request = try FetchRequest<ManagedObject>(entityName: "Ware", format: format)
    request.sortKeys = keys
    request.fetchLimit = limit
    let context = container.newContext()
    return try context.explain(request)
  }

  @Test func anIndexThatServesIsNamed() throws {
    let explanation = try explain("code == 424242")
    #expect(explanation.isServedByIndex)
    #expect(explanation.usedIndexes == ["Ware_index_1"])
    #expect(explanation.scans.isEmpty)
    #expect(explanation.estimatedScan == 0)
    #expect(explanation.advice.isEmpty)
    #expect(explanation.bindings == [.integer])
    #expect(explanation.plan.first?.text == "finds rows of Ware by the index Ware_index_1 (code=?)")
    #expect(!explanation.description.contains("424242"))
  }

  @Test func aScanSaysWhatToDeclare() throws {
    let explanation = try explain("price == 1.25 AND title == 'ware 5'")
    #expect(!explanation.isServedByIndex)
    #expect(explanation.scans == [QueryExplanation.TableScan(table: "Ware", rows: 20)])
    #expect(explanation.estimatedScan == 20)
    #expect(explanation.bindings == [.real, .text])
    #expect(explanation.plan.map(\.text) == ["looks at every row of Ware"])
    #expect(explanation.advice.map(\.snippet) == [#""indexes": [["price", "title"]]"#])
    #expect(explanation.advice.first?.entity == "Ware")
  }

  @Test func whatIsAdvisedServes() throws {
    let advice = try #require(try explain("price == 1.25 AND title == 'x'").advice.first)
    let model = try EntityModel(
      json: """
        { "model": "Shop", "entities": [ { "name": "Ware", "attributes": [
            { "name": "title", "type": "string", "optional": true },
            { "name": "price", "type": "double", "default": 0 } ], \(advice.snippet) } ] }
        """)
    let context = try PersistentContainer(model: model, location: .inMemory).newContext()
    let request = try FetchRequest<ManagedObject>(
      entityName: "Ware", format: "price == 1.25 AND title == 'x'")
    #expect(try context.explain(request).isServedByIndex)
  }

  @Test func sortingInATemporaryTreeIsSaidAndAdvised() throws {
    let explanation = try explain("TRUEPREDICATE", sortedBy: [SortKey("price", ascending: false)], limit: 3)
    #expect(explanation.sortsInTemporaryTree)
    #expect(explanation.advice.map(\.properties) == [["price desc"]])
    let sorted = try explain("TRUEPREDICATE", sortedBy: [SortKey("code")], limit: 3)
    #expect(!sorted.sortsInTemporaryTree)
    #expect(sorted.advice.isEmpty)
  }

  @Test func whatStandsInARelationshipIsAdvisedWhereItLies() throws {
    let explanation = try explain("maker.name == 'x'")
    #expect(explanation.plan.contains { $0.table == "Maker" && $0.access == .scan })
    #expect(explanation.advice.map(\.description) == [#"declare in Maker: "indexes": [["name"]]"#])
  }

  @Test func alternativesAreAdvisedTogether() throws {
    let explanation = try explain("price == 1 OR title == 'x'")
    #expect(explanation.advice.map(\.properties) == [["price"], ["title"]])
  }

  @Test func partsOfTextsAreFoundByNoIndex() throws {
    let explanation = try explain("title CONTAINS 'are'")
    #expect(!explanation.isServedByIndex)
    #expect(explanation.advice.map(\.kind) == [.fullText])
  }

  @Test func unsavedChangesArePartOfTheExplanation() throws {
    let context = container.newContext()
    let request = try FetchRequest<ManagedObject>(entityName: "Ware", format: "code == 1")
    try context.fetch(request).first?.setValue(100, forKey: "code")
    #expect(try context.explain(request).sql.contains("NOT IN"))
    let through = try FetchRequest<ManagedObject>(entityName: "Ware", format: "maker.name == 'x'")
    try context.insert("Maker", ["name": "x"])
    #expect(try context.explain(through).judgesInMemory)
  }

  @Test func countsAreExplained() throws {
    let context = container.newContext()
    let request = try FetchRequest<ManagedObject>(entityName: "Ware", format: "code > 3")
    let explanation = try context.explainCount(request)
    #expect(explanation.sql.hasPrefix("SELECT count(*)"))
    #expect(explanation.isServedByIndex)
  }

  @Test func whatTheModelDoesNotKnowIsAnError() throws {
    #expect(throws: QueryError.self) { try explain("colour == 1") }
  }

  // MARK: Strict

  private func strict(_ limit: Int) throws -> ObjectContext {
    let container = try PersistentContainer(
      model: try Self.model(), location: .inMemory, options: StoreOptions(fullScanLimit: limit))
    let context = container.newContext()
    for code in 0..<20 { try context.insert("Ware", ["code": code, "title": "t\(code)"]) }
    try context.save()
    return context
  }

  private func fullScan(_ body: () throws -> Void) -> StoreError? {
    do {
      try body()
    } catch let error as StoreError where error.code == .fullScan {
      return error
    } catch {}
    return nil
  }

  @Test func scansOverTheLimitAreRefusedWithAdvice() throws {
    let context = try strict(19)
    let request = try FetchRequest<ManagedObject>(entityName: "Ware", format: "title == 't4'")
    let error = fullScan { _ = try context.fetch(request) }
    #expect(error?.message.contains(#""indexes": [["title"]]"#) == true)
    #expect(error?.sql?.contains("t4") == false)
    #expect(fullScan { _ = try context.count(request) } != nil)
    var allowed = request
    allowed.allowsFullScan = true
    #expect(try context.fetch(allowed).count == 1)
    #expect(try context.count(allowed) == 1)
  }

  @Test func whatIsServedOrSmallOrWholeIsNotRefused() throws {
    let context = try strict(19)
    let served = try FetchRequest<ManagedObject>(entityName: "Ware", format: "code == 4")
    #expect(try context.fetch(served).count == 1)
    #expect(try context.fetch(FetchRequest<ManagedObject>(entityName: "Ware")).count == 20)
    var first = FetchRequest<ManagedObject>(entityName: "Ware", sortKeys: [SortKey("code")])
    first.fetchLimit = 2
    #expect(try context.fetch(first).count == 2)
    first.sortKeys = [SortKey("price")]
    #expect(fullScan { _ = try context.fetch(first) } != nil)
    let small = try strict(20)
    let request = try FetchRequest<ManagedObject>(entityName: "Ware", format: "title == 't4'")
    #expect(try small.fetch(request).count == 1)
    let none = try strict(0)
    #expect(fullScan { _ = try none.fetch(request) } != nil)
  }

  // MARK: Slow statements

  @Test func slowStatementsAreToldWithoutValues() throws {
    let heard = Guarded<[SlowQuery]>([])
    let plans = Guarded<[[QueryPlanStep]]>([])
    let log = SlowQueryLog(threshold: .zero) { query in
      heard.withLock { $0.append(query) }
      if query.sql.contains("\"title\" = ?1"), let plan = try? query.plan() {
        plans.withLock { $0.append(plan) }
      }
    }
    let container = try PersistentContainer(
      model: try Self.model(), location: .inMemory, options: StoreOptions(slowQueryLog: log))
    let context = container.newContext()
    for code in 0..<5 { try context.insert("Ware", ["code": code, "title": "hidden"]) }
    try context.save()
    heard.withLock { $0 = [] }
    let request = try FetchRequest<ManagedObject>(entityName: "Ware", format: "title == 'hidden'")
    #expect(try container.newContext().fetch(request).count == 5)
    let queries = heard.withLock { $0 }
    let query = try #require(queries.first { $0.sql.contains("\"title\" = ?1") })
    #expect(query.rows == 5)
    #expect(query.sql.hasPrefix("SELECT \"_id\""))
    #expect(queries.allSatisfy { !$0.description.contains("hidden") })
    #expect(plans.withLock { $0 }.first?.first?.text == "looks at every row of Ware")
  }

  @Test func quickStatementsAreNotTold() throws {
    let heard = Guarded(0)
    let log = SlowQueryLog(threshold: .seconds(3600)) { _ in heard.withLock { $0 += 1 } }
    let container = try PersistentContainer(
      model: try Self.model(), location: .inMemory, options: StoreOptions(slowQueryLog: log))
    let context = container.newContext()
    try context.insert("Ware", ["code": 1])
    try context.save()
    _ = try context.fetch(FetchRequest<ManagedObject>(entityName: "Ware"))
    #expect(heard.withLock { $0 } == 0)
  }
}
