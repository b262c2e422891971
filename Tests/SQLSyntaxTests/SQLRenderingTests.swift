import SQLSyntax
import Testing

@Suite("SQL rendering")
struct SQLRenderingTests {
  @Test func interpolationBindsAndQuotes() {
    let sql: SQL =
      "SELECT \(identifier: "name") FROM \(identifier: "T") WHERE a = \(bind: .integer(7)) AND b = \(bind: "x")"
    let rendered = sql.render()
    #expect(rendered.text == #"SELECT "name" FROM "T" WHERE a = ?1 AND b = ?2"#)
    #expect(rendered.bindings == [.integer(7), .text("x")])
  }

  @Test func nestedFragmentsNumberTheirBindingsInOrder() {
    let inner: SQL = "b > \(bind: 2)"
    let sql: SQL = "a > \(bind: 1) AND (\(sql: inner)) AND c > \(bind: 3)"
    #expect(sql.render().text == "a > ?1 AND (b > ?2) AND c > ?3")
    #expect(sql.render().bindings == [1, 2, 3])
  }

  @Test func fragmentsAreJoinedAndAdded() {
    let list = [SQL.identifier("a"), .identifier("b"), .binding(nil)].joined(separator: ", ")
    #expect((SQL(raw: "(") + list + SQL(raw: ")")).render().text == #"("a", "b", ?1)"#)
    #expect([SQL]().joined(separator: ", ").isEmpty)
    #expect(SQL(raw: "x").parenthesized.render().text == "(x)")
    var sum: SQL = "a"
    sum += "b"
    #expect(sum.render().text == "ab")
  }

  @Test(arguments: [
    ("plain", #""plain""#), (#"a"b"#, #""a""b""#), (#"";DROP TABLE x;--"#, #"""";DROP TABLE x;--""#),
    ("", #""""#), ("sélect 猫", #""sélect 猫""#), ("a\0b", "\"a\u{FFFD}b\""), ("\"\u{301}", "\"\"\"\u{301}\""),
  ])
  func identifiersAreQuoted(name: String, expected: String) {
    let text = SQL.identifier(name).render().text
    #expect(Array(text.utf8) == Array(expected.utf8))
  }

  @Test func literalsAreSpelledOut() {
    #expect(SQL.literal("it's").render().text == "'it''s'")
    #expect(SQL.literal("'\u{301}").render().text.utf8.elementsEqual("'''\u{301}'".utf8))
    #expect(SQL.literal("a\0b").render().text == "CAST(x'610062' AS TEXT)")
    #expect(SQL.literal(Int64.min).render().text == "-9223372036854775808")
    #expect(SQL.literal([0, 255, 16] as [UInt8]).render().text == "x'00FF10'")
    #expect(SQL.literal(.infinity).render().text == "9e999")
    #expect(SQL.literal(-Double.infinity).render().text == "-9e999")
    #expect(SQL.literal(Double.nan).render().text == "NULL")
    #expect(SQL.literal(1.0).render().text == "1.0")
    #expect(SQL.literal(SQLValue.null).render().text == "NULL")
    let sql: SQL = "DEFAULT \(literal: "x")"
    #expect(sql.render() == RenderedSQL(text: "DEFAULT 'x'"))
  }

  @Test func textsAreComparedByTheirBytes() {
    let composed = SQLValue.text("\u{E9}")
    let decomposed = SQLValue.text("e\u{301}")
    #expect(composed != decomposed)
    #expect(Set([composed, decomposed]).count == 2)
    #expect(SQL.identifier("\u{E9}") != SQL.identifier("e\u{301}"))
    #expect(SQLValue.real(0.0) != SQLValue.real(-0.0))
    #expect(SQLValue.real(.nan) == SQLValue.real(.nan))
    #expect(SQLValue.integer(1) != SQLValue.real(1))
  }
}
