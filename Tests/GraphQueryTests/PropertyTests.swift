import Foundation
import GraphQuery
import GraphValues
import Testing

private enum ThingProperties {
  static let number = Property<Gadget, Int64>("number")
  static let small = Property<Gadget, Int16?>("small")
  static let name = Property<Gadget, String>("name")
  static let text = Property<Gadget, String?>("text")
  static let made = Property<Gadget, Date?>("made")
  static let flag = Property<Gadget, Bool>("flag")
}

@Suite("Predicates in code")
struct PropertyTests {
  private typealias P = ThingProperties

  @Test func operatorsMakeComparisons() {
    #expect((P.number > 10).description == "number > 10")
    #expect((P.number == 1 && P.small == nil).description == "number == 1 AND small == nil")
    #expect((P.small >= 5 || !(P.flag == true)).description == "small >= 5 OR NOT (flag == TRUE)")
    #expect((P.text != nil).description == "text != nil")
    #expect(P.number.isIn([1, 2]).description == "number IN {1, 2}")
    #expect(P.number.isIn(1...5).description == "number BETWEEN {1, 5}")
    #expect(P.number.isIn(1..<5).description == "number >= 1 AND number < 5")
    #expect(P.number.isBetween(1, 5).description == "number BETWEEN {1, 5}")
    #expect(P.text.contains("a", [.caseInsensitive]).description == "text CONTAINS[c] \"a\"")
    #expect(P.name.hasPrefix("a").description == "name BEGINSWITH \"a\"")
    #expect(P.name.hasSuffix("a", .diacriticInsensitive).description == "name ENDSWITH[d] \"a\"")
    #expect(P.name.like("a*").description == "name LIKE \"a*\"")
    #expect(P.name.matches("a.*").description == "name MATCHES \"a.*\"")
    #expect(P.name.equals("a", .normalized).description == "name ==[n] \"a\"")
  }

  @Test func sortKeysComeFromProperties() throws {
    #expect(P.number.descending == SortKey("number", ascending: false))
    #expect(P.text.ascending(.caseInsensitive).description == "text[c]")
    #expect(
      try SortKey.parse("number desc, text[cd] asc,name") == [
        SortKey("number", ascending: false),
        SortKey("text", options: [.caseInsensitive, .diacriticInsensitive]),
        SortKey("name"),
      ])
    for wrong in ["", "a,", "a up", "a b desc", "a[x]", "a[c", "[c]"] {
      #expect(queryError { _ = try SortKey.parse(wrong) } != nil, "\(wrong)")
    }
  }

  @Test func aLongChainIsAnOrdinaryExpression() {
    let predicate =
      P.number > 1 && P.number < 100 && P.small == 5 && P.text != nil && P.flag == true && P.name == "a"
      && P.number != 7 && P.text.contains("x") && P.small <= 9 && P.made != nil
      || P.number == 8 && P.name != "b"
        && P.text == "c" && P.flag == false && P.small > -3 && P.number >= 0 && P.name.hasPrefix("q")
        && P.text != "z"
        && P.number <= 50 && P.made == nil
    #expect(predicate.description.split(separator: " ").filter { $0 == "AND" || $0 == "OR" }.count == 19)
  }

  @Test func valuesAreWorkedOut() {
    #expect((P.number + 1 > 10).description == "number + 1 > 10")
    #expect((2 * P.number - P.number / 3 == 7).description == "2 * number - number / 3 == 7")
    #expect((P.number % 2 == 1).description == "modulus:by:(number, 2) == 1")
    #expect((-P.number < P.number).description == "-number < number")
    #expect(((P.small ?? 0) + 1 != 1).description == "(small ?? 0) + 1 != 1")
    #expect((P.number.magnitude == P.number).description == "abs:(number) == number")
    #expect((P.name.lowercased == "a").description == "lowercase:(name) == \"a\"")
    #expect((P.name.uppercased.hasPrefix("A")).description == "uppercase:(name) BEGINSWITH \"A\"")
    #expect((P.name + "!" == "a!").description == "name + \"!\" == \"a!\"")
    #expect((P.text.length > 3).description == "characterCount:(text) > 3")
    #expect((P.number + P.number + P.number == 3).description == "number + number + number == 3")
    #expect(
      (ComputedProperty(P.number, where: P.flag == true, else: ComputedProperty(0)) > 5).description
        == "TERNARY(flag == TRUE, number, 0) > 5")
  }

  @Test func aLongChainWithArithmeticIsAnOrdinaryExpression() {
    let predicate =
      P.number + 1 > 1 && P.number * 2 - 3 < 100 && (P.small ?? 0) == 5 && P.text != nil && P.flag == true
      && P.name + "x" == "a" && P.number != P.number && P.text.contains("x") && P.small + 1 <= 9
      && P.number.magnitude == 4
      || P.number / 2 == 8 && P.name != "b" && (P.text ?? "").lowercased == "c" && P.flag == false
        && P.small * 2 > -3 && P.number - P.number * P.number >= 0 && P.name.hasPrefix("q")
        && P.text.length != 3 && P.number % 7 <= 50 && P.made == nil
    #expect(predicate.description.split(separator: " ").filter { $0 == "AND" || $0 == "OR" }.count == 19)
  }
}
