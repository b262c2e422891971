import Foundation
import GraphModel
import ObjectGraph
import SQLSyntax
import SQLiteAccess
import Testing

@testable import SQLiteStore

@Suite("How SQLite runs the statements about relationships")
struct RelationshipPlanTests {
  private static let model = """
    { "model": "Plans", "entities": [
      { "name": "A", "attributes": [], "relationships": [
        { "name": "bs", "to": "B", "many": true, "inverse": "a", "onDelete": "cascade" },
        { "name": "list", "to": "B", "many": true, "ordered": true, "inverse": "owner", "onDelete": "cascade" },
        { "name": "one", "to": "B", "optional": true, "inverse": "other", "onDelete": "cascade" },
        { "name": "kin", "to": "A", "many": true, "inverse": "kin", "onDelete": "cascade" },
        { "name": "links", "to": "B", "many": true, "inverse": "back", "onDelete": "cascade" } ] },
      { "name": "B", "attributes": [], "relationships": [
        { "name": "a", "to": "A", "optional": true, "inverse": "bs" },
        { "name": "owner", "to": "A", "optional": true, "inverse": "list" },
        { "name": "other", "to": "A", "optional": true, "inverse": "one", "onDelete": "deny" },
        { "name": "back", "to": "A", "many": true, "inverse": "links", "onDelete": "cascade" },
        { "name": "way", "to": "A", "optional": true, "inverse": null } ] },
      { "name": "C", "parent": "B", "attributes": [] } ] }
    """

  private func steps(_ text: String, _ connection: SQLiteConnection) throws -> [String] {
    // SQLite plans for values alike.
    let text = text.replacing("?1", with: "1").replacing("?2", with: "9")
    return try connection.query(SQL(raw: "EXPLAIN QUERY PLAN " + text)).compactMap { row in
      if case .text(let step)? = row.last { step } else { nil }
    }
  }

  @Test("rules find members by indexes, and scan nothing but the keys they are given")
  func deletions() throws {
    let store = try BareStore(Self.model)
    let connection = try SQLiteConnection(path: store.url.path, mode: .readWrite)
    defer { connection.close() }
    for root in ["A", "B"] {
      let rules = store.store.rules.rules(ofRoot: root)
      #expect(!rules.cascades.isEmpty)
      let selections =
        (rules.cascades + rules.denials).map(\.selection) + rules.nullifications.map(\.members.selection)
      for text in selections.flatMap(\.texts) {
        let plan = try steps(text, connection)
        let isIndexed = plan.allSatisfy { step in
          step.hasPrefix("SEARCH") || step.hasPrefix("SCAN f VIRTUAL TABLE") || !step.contains("SCAN")
        }
        #expect(isIndexed, "\(text)\n\(plan.joined(separator: "\n"))")
      }
    }
  }

  @Test("members are found by indexes")
  func members() throws {
    let store = try BareStore(Self.model)
    let connection = try SQLiteConnection(path: store.url.path, mode: .readWrite)
    defer { connection.close() }
    let plans = store.store.memberPlans
    for relationship in store.model.relationships where relationship.isToMany {
      let table = try #require(store.store.tables[plans.names.root(of: relationship.destination)])
      for form in [OwnerForm.one, .range, .list] {
        for result in [MemberPlan.Result.rows, .keys, .count] {
          let text = plans.plan(relationship, form, result, table).text
          let plan = try steps(text, connection)
          let isIndexed = plan.allSatisfy { step in
            !step.hasPrefix("SCAN") || step.hasPrefix("SCAN f VIRTUAL TABLE") || step.hasPrefix("SCAN l")
          }
          #expect(isIndexed, "\(text)\n\(plan.joined(separator: "\n"))")
        }
      }
    }
  }
}
