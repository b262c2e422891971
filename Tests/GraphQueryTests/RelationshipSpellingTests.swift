import Foundation
import GraphQuery
import GraphValues
import Testing

@Suite("Relationships in the three spellings")
struct RelationshipSpellingTests {
  private func text(_ predicate: Foundation.Predicate<Gadget>) throws -> String {
    try QueryPredicate(predicate).description
  }

  private func ownerText(_ predicate: Foundation.Predicate<Holder>) throws -> String {
    try QueryPredicate(predicate).description
  }

  // MARK: #Predicate

  @Test func optionalChainsBecomePaths() throws {
    let id = Things.id(7, "Owner")
    #expect(try text(#Predicate { $0.owner?.name == "x" }) == "owner.name == \"x\"")
    #expect(try text(#Predicate { $0.owner?.name != "x" }) == "owner.name != \"x\"")
    #expect(try text(#Predicate { $0.owner == nil }) == "owner == nil")
    #expect(try text(#Predicate { $0.owner != nil }) == "owner != nil")
    #expect(try text(#Predicate { $0.owner?.id == id }).hasPrefix("owner == CAST("))
    #expect(try text(#Predicate { $0.parent.name == "x" }) == "parent.name == \"x\"")
    #expect(
      try text(#Predicate { $0.parent.parent.owner?.name == "x" }) == "parent.parent.owner.name == \"x\"")
    #expect(try text(#Predicate { $0.parent.id == id }).hasPrefix("parent == CAST("))
    #expect(try text(#Predicate { $0.owner?.name.contains("x") ?? false }) == "owner.name CONTAINS \"x\"")
    #expect(
      try text(#Predicate { $0.owner?.name.contains("x") == true })
        == "owner.name CONTAINS \"x\"")
    #expect(
      try text(#Predicate { ($0.owner?.name ?? "x") == "x" }) == "owner.name == nil OR owner.name == \"x\"")
  }

  @Test func collectionsBecomeCountsAndSubqueries() throws {
    let id = Things.id(7)
    #expect(try ownerText(#Predicate { $0.things.count > 3 }) == "things.@count > 3")
    #expect(try ownerText(#Predicate { $0.things.isEmpty }) == "things.@count == 0")
    #expect(try ownerText(#Predicate { !$0.things.isEmpty }) == "NOT (things.@count == 0)")
    #expect(
      try ownerText(#Predicate { $0.things.contains { $0.name == "x" && $0.number > 3 } })
        == "SUBQUERY(things, $_1, $_1.name == \"x\" AND $_1.number > 3).@count > 0")
    #expect(
      try ownerText(#Predicate { $0.things.allSatisfy { $0.flag } })
        == "SUBQUERY(things, $_1, NOT ($_1.flag == TRUE)).@count == 0")
    #expect(
      try ownerText(#Predicate { $0.things.filter { $0.number > 3 }.count == 2 })
        == "SUBQUERY(things, $_1, $_1.number > 3).@count == 2")
    #expect(
      try ownerText(#Predicate { $0.things.filter { $0.flag }.contains { $0.number > 3 } })
        == "SUBQUERY(things, $_1, $_1.flag == TRUE AND $_1.number > 3).@count > 0")
    #expect(
      try ownerText(#Predicate { owner in owner.things.contains { $0.name == owner.name } })
        == "SUBQUERY(things, $_1, $_1.name == name).@count > 0")
    #expect(
      try ownerText(
        #Predicate { $0.things.contains { $0.parent.owner?.things.contains { $0.flag } ?? false } })
        == "SUBQUERY(things, $_1, SUBQUERY($_1.parent.owner.things, $_2, $_2.flag == TRUE).@count > 0).@count > 0"
    )
    #expect(
      try ownerText(#Predicate { $0.things.contains { $0.id == id } })
        .hasPrefix("SUBQUERY(things, $_1, $_1 == CAST("))
    #expect(
      try text(#Predicate { ($0.owner?.things.count ?? 0) > 3 })
        == "owner.things.@count > 3")
    #expect(throws: Never.self) { try ownerText(#Predicate { $0.things[2].name == "x" }) }
    #expect(
      try text(#Predicate { ($0.owner?.things.count ?? 7) > 3 })
        == "owner == nil OR owner.things.@count > 3")
  }

  // MARK: Tokens

  private enum G {
    static let owner = Property<Gadget, Holder?>("owner")
    static let parent = Property<Gadget, Gadget>("parent")
    static let name = Property<Gadget, String>("name")
    static let text = Property<Gadget, String?>("text")
    static let number = Property<Gadget, Int64>("number")
    static let street = Property<Gadget, String?>("address.street")
  }

  private enum H {
    static let name = Property<Holder, String>("name")
    static let things = Property<Holder, Members<Gadget>>("things")
  }

  @Test func tokensLeadThroughRelationships() throws {
    let id = Things.id(7)
    #expect((G.owner.to(H.name) == "x").description == "owner.name == \"x\"")
    #expect((G.parent.to(G.text) == nil).description == "parent.text == nil")
    #expect(
      (G.parent.to(G.parent).to(G.owner).to(H.name) != "x").description == "parent.parent.owner.name != \"x\""
    )
    #expect(G.owner.to(H.name).contains("x", .caseInsensitive).description == "owner.name CONTAINS[c] \"x\"")
    #expect((G.street == "x").description == "address.street == \"x\"")
    #expect((G.owner == id).description.hasPrefix("owner == CAST("))
    #expect(G.owner.isIn([id]).description.hasPrefix("owner IN {CAST("))
    #expect((H.things.count > 3).description == "things.@count > 3")
    #expect(H.things.isEmpty.description == "things.@count == 0")
    #expect(H.things.contains(id).description.hasPrefix("things CONTAINS CAST("))
    #expect((H.things.sum(G.number) >= 3).description == "things.@sum.number >= 3")
    #expect((H.things.average(G.number) > 1.5).description == "things.@avg.number > 1.5")
    #expect((H.things.maximum(G.name) == nil).description == "things.@max.name == nil")
    #expect((G.owner.to(H.things).count == 1).description == "owner.things.@count == 1")
    #expect(G.owner.to(H.name).ascending == SortKey("owner.name"))
    #expect(
      H.things.any(G.name == "x" && G.number > 3).description
        == "SUBQUERY(things, $_2, $_2.name == \"x\" AND $_2.number > 3).@count > 0")
    #expect(
      H.things.all(G.number > 3).description == "SUBQUERY(things, $_2, NOT ($_2.number > 3)).@count == 0")
    #expect(H.things.none(G.number > 3).description == "SUBQUERY(things, $_1, $_1.number > 3).@count == 0")
    #expect(
      (H.things.count(where: G.number > 3) == 2).description
        == "SUBQUERY(things, $_1, $_1.number > 3).@count == 2")
  }

  @Test func conditionsWithinConditionsKeepTheirObjectsApart() throws {
    let inner = try QueryPredicate(format: "SUBQUERY(owner.things, $_2, $_2.name == name).@count > 0")
    let outer = H.things.any(inner)
    #expect(
      outer.description
        == "SUBQUERY(things, $_2_, SUBQUERY($_2_.owner.things, $_2, $_2.name == $_2_.name).@count > 0).@count > 0"
    )
    #expect(try QueryPredicate(format: outer.description) == outer)
  }

  // MARK: The format language

  @Test(arguments: [
    ("some owner.things.name = 'x'", "ANY owner.things.name == \"x\""),
    ("NOT NONE things.name BETWEEN {1, 2}", "NOT (NONE things.name BETWEEN {1, 2})"),
    ("ALL things.parent IN {nil}", "ALL things.parent IN {nil}"),
    ("things.@count>3", "things.@count > 3"), ("3 < SELF.things.@sum.number", "3 < things.@sum.number"),
    (
      "SUBQUERY(things, $t, $t.number > 3 AND SUBQUERY($t.owner.things, $u, $u == $t).@count == 1).@count > 0",
      "SUBQUERY(things, $t, $t.number > 3 AND SUBQUERY($t.owner.things, $u, $u == $t).@count == 1).@count > 0"
    ),
    (
      "SUBQUERY(things, $t, $t.#in == 1).@max.number > 3", "SUBQUERY(things, $t, $t.#in == 1).@max.number > 3"
    ),
    ("entity.name == 'A'", "entity.name == \"A\""),
  ])
  func formatsAreReadAndWritten(_ format: String, _ written: String) throws {
    let predicate = try QueryPredicate(format: format)
    #expect(predicate.description == written)
    #expect(try QueryPredicate(format: written) == predicate)
  }

  @Test func keyArgumentsTakePathsAndAggregates() throws {
    #expect(try QueryPredicate(format: "%K > 3", "a.b.@count").description == "a.b.@count > 3")
    #expect(try QueryPredicate(format: "ANY a.%K.c == 3", "b").description == "ANY a.b.c == 3")
    #expect(
      try QueryPredicate(format: "SUBQUERY(%K, $x, $x.%K == 1).@count > 0", "a", "b").description
        == "SUBQUERY(a, $x, $x.b == 1).@count > 0")
    #expect(queryError { _ = try QueryPredicate(format: "%K > 3", "a.@no") }?.code == .unsupported)
  }

  @Test func membersHideVariablesOfTheirName() throws {
    let predicate = try QueryPredicate(
      format: "name == $p AND SUBQUERY(things, $p, $p.name == $q).@count > 0")
    #expect(
      predicate.substituting(["p": "x", "q": "y"]).description
        == "name == \"x\" AND SUBQUERY(things, $p, $p.name == \"y\").@count > 0")
  }

  @Test func deepSubqueriesAreRefused() throws {
    var format = "name == 'x'"
    for level in 0..<120 { format = "SUBQUERY(things, $v\(level), \(format)).@count > 0" }
    #expect(queryError { _ = try QueryPredicate(format: format) }?.code == .tooComplex)
  }
}
