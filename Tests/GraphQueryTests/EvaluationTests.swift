import Foundation
import GraphQuery
import GraphValues
import Testing

@Suite("Predicates in memory")
struct EvaluationTests {
  @Test func logicIsTwoValued() throws {
    let none: [String: AttributeValue] = [:]
    #expect(try holds("text == nil", none))
    #expect(try !holds("text != nil", none))
    #expect(try holds("text != 'x'", none))
    #expect(try !holds("text == 'x'", none))
    #expect(try !holds("small < 1", none))
    #expect(try !holds("small >= 1", none))
    #expect(try holds("NOT (small < 1)", none))
    #expect(try !holds("small < nil", none))
    #expect(try holds("text IN {nil, 'a'}", none))
    #expect(try !holds("text IN {'a'}", none))
    #expect(try holds("NOT (text IN {'a'})", none))
    #expect(try !holds("text CONTAINS ''", none))
    #expect(try !holds("text LIKE '*'", none))
    #expect(try holds("NOT (text CONTAINS 'a')", none))
    #expect(try holds("maybe == NO OR maybe == nil", none))
    #expect(try !holds("maybe == NO", none))
    #expect(try holds("text == text AND small == count", none))
    #expect(try !holds("text != link", none))
    #expect(try !holds("small < count", none))
  }

  @Test func emptyCompoundsAreTrueForAllAndFalseForAny() throws {
    #expect(try QueryPredicate.all([]).holds([:]))
    #expect(try !QueryPredicate.any([]).holds([:]))
    #expect(try !holds("FALSEPREDICATE", [:]))
  }

  @Test func integersCompareExactlyWithOtherNumbers() throws {
    let five: [String: AttributeValue] = ["number": .int(5)]
    #expect(try !holds("number > 5.5", five))
    #expect(try holds("number < 5.5", five))
    #expect(try holds("number <= 5.5", five))
    #expect(try !holds("number == 5.5", five))
    #expect(try holds("number != 5.5", five))
    #expect(try holds("number == 5.0", five))
    #expect(try holds("number < 1e30", five))
    #expect(try holds("number > -1e30", five))
    #expect(try !holds("number > 1e30", five))
    #expect(try holds("number < %@ AND number > %@", five, Double.infinity, -Double.infinity))
    #expect(
      try !holds("number == %@ OR number < %@ OR number >= %@", five, Double.nan, Double.nan, Double.nan))
    #expect(try holds("number != %@", five, Double.nan))
    #expect(try holds("number == TRUE", ["number": .int(1)]))
    #expect(try holds("number == 9223372036854775807", ["number": .int(.max)]))
    #expect(try holds("number == -9223372036854775808", ["number": .int(.min)]))
    #expect(try holds("number < 9223372036854775808", ["number": .int(.max)]))
    #expect(try !holds("number == %@ OR number > %@", ["number": .int(.max)], 0x1p63, 0x1p63))
    #expect(try holds("5000000000 <= number AND number <= 7000000000", ["number": .int(6_000_000_000)]))
    #expect(
      try holds("number < %@", ["number": .int(9_007_199_254_740_993)], Decimal(string: "9007199254740993.5"))
    )
    #expect(
      try !holds(
        "number < %@", ["number": .int(9_007_199_254_740_994)], Decimal(string: "9007199254740993.5")))
  }

  @Test func doublesCompareExactlyWithIntegers() throws {
    let big: [String: AttributeValue] = ["size": .double(9_007_199_254_740_992)]
    #expect(try !holds("size == 9007199254740993", big))
    #expect(try holds("size < 9007199254740993", big))
    #expect(try holds("size <= 9007199254740993", big))
    #expect(try holds("size == 9007199254740992", big))
    #expect(try holds("size > 9223372036854775807", ["size": .double(0x1p63)]))
    #expect(try holds("size == number", ["size": .double(3), "number": .int(3)]))
    #expect(try holds("size > number", ["size": .double(0x1p63), "number": .int(.max)]))
    #expect(try holds("size == -0.0 AND size == 0", ["size": .double(0)]))
    #expect(try holds("weight == 0.1", ["weight": .double(Double(Float(0.1)))]))
    #expect(try holds("weight == %@", ["weight": .double(Double(Float(0.1)))], Float(0.1)))
    #expect(try !holds("weight == 1e300", ["weight": .double(.infinity)]))
  }

  @Test func decimalsAreExact() throws {
    let price: [String: AttributeValue] = ["price": .decimal(Decimal(string: "0.1") ?? 0)]
    #expect(try holds("price == 0.1", price))
    #expect(try holds("price == %@", price, 0.1))
    #expect(try holds("price < 0.1000001 AND price > 0.0999999", price))
    #expect(try holds("price < 1e200 AND price > -1e200 AND price > 1e-200", price))
    let money: [String: AttributeValue] = ["money": .decimal(Decimal(string: "1.10") ?? 0)]
    #expect(try holds("money == 1.1 AND money < 1.105 AND money > 1.095 AND money != 1.105", money))
    #expect(try !holds("money >= 1.105 OR money <= 1.095 OR money == 1.105", money))
    #expect(
      try holds(
        "price == CAST('123456789012345678.123456789', 'NSDecimalNumber')",
        ["price": .decimal(Decimal(string: "123456789012345678.123456789") ?? 0)]))
  }

  @Test func otherTypesTakeTheirTextForms() throws {
    let id = UUID()
    #expect(try holds("token == %@", ["token": .uuid(id)], id.uuidString.lowercased()))
    #expect(try holds("token == %@", ["token": .uuid(id)], id))
    let day = Date(timeIntervalSinceReferenceDate: 0)
    #expect(try holds("made == '2001-01-01T00:00:00Z'", ["made": .date(day)]))
    #expect(try holds("made == '2001-01-01'", ["made": .date(day)]))
    #expect(try holds("made < '2001-01-01T00:00:00.500Z'", ["made": .date(day)]))
    #expect(try holds("made == CAST(0, 'NSDate')", ["made": .date(day)]))
    let link = try #require(URL(string: "https://example.org/cat"))
    #expect(try holds("link == 'https://example.org/cat' AND link CONTAINS 'cat'", ["link": .url(link)]))
    #expect(try holds("link == %@", ["link": .url(link)], link))
    #expect(try holds("bytes == %@", ["bytes": .data(Data([1, 2, 3]))], Data([1, 2, 3])))
    #expect(try holds("bytes < %@", ["bytes": .data(Data([1, 2, 3]))], Data([1, 3])))
    #expect(try holds("flag == 1 AND flag == YES", ["flag": .bool(true)]))
  }

  @Test func objectsCompareByKeyAndHierarchy() throws {
    let owned: [String: AttributeValue] = ["owner": .reference(Things.id(7, "Owner"))]
    #expect(try holds("owner == %@", owned, Things.id(7, "Owner")))
    #expect(try !holds("owner == %@", owned, Things.id(8, "Owner")))
    #expect(try !holds("owner == %@", owned, Things.id(7, "Thing")))
    #expect(try !holds("owner == %@", owned, Things.id(7, "Owner", store: UUID())))
    #expect(try holds("owner IN %@", owned, [Things.id(7, "Owner"), Things.id(9, "Owner")]))
    #expect(try holds("owner == nil", [:]))
    #expect(try holds("SELF == %@", [:], Things.id(1)))
    #expect(try holds("SELF IN %@", [:], [Things.id(1), Things.id(2)]))
    #expect(try holds("NOT (%@ CONTAINS SELF)", [:], [Things.id(2)]))
    #expect(try holds("parent == SELF", ["parent": .reference(Things.id(1))]))
    #expect(try !holds("owner == SELF", ["owner": .reference(Things.id(1, "Owner"))]))
    #expect(try holds("SELF != nil", [:]))
  }

  @Test func constantsAreComparedAtOnce() throws {
    #expect(try holds("'BBB' IN 'AABBBAA'", [:]))
    #expect(try holds("1 == 1.0 AND 1 < 2.5 AND nil == nil AND 'a' != nil", [:]))
    #expect(try holds("%@ == nil OR name == %@", ["name": .string("x")], nil, "y"))
    #expect(try holds("2 BETWEEN {1, 3} AND {1, 2} CONTAINS 2", [:]))
    #expect(queryError { _ = try holds("'2' <= 2", [:]) }?.code == .typeMismatch)
  }

  @Test(arguments: [
    ("newsidd == 1", "unknownKey"), ("numbr == 1", "unknownKey"), ("number == 'x'", "typeMismatch"),
    ("name == 5", "typeMismatch"), ("name CONTAINS 5", "typeMismatch"),
    ("number CONTAINS '5'", "typeMismatch"),
    ("flag == 2", "typeMismatch"), ("made == 5", "typeMismatch"), ("made == 'yesterday'", "typeMismatch"),
    ("token == 'x'", "typeMismatch"), ("number ==[c] 5", "typeMismatch"),
    ("number BETWEEN 5", "typeMismatch"),
    ("number BETWEEN {1}", "typeMismatch"), ("number IN 5", "typeMismatch"),
    ("number IN {'a'}", "typeMismatch"),
    ("owner == 5", "typeMismatch"), ("owner < SELF", "typeMismatch"), ("name < number", "typeMismatch"),
    ("extra < extra", "typeMismatch"), ("name MATCHES '('", "regularExpression"),
    ("number == $x", "missingVariable"),
    ("tags CONTAINS 5", "typeMismatch"), ("tags BEGINSWITH 'a'", "typeMismatch"),
    ("tags == 'a'", "unsupported"),
    ("name.size == 3", "unknownKey"), ("number.length == 3", "unknownKey"),
    ("owner.description == 'x'", "unknownKey"),
    ("owner.things[0] == nil", "typeMismatch"),
    ("owner[0] == nil", "typeMismatch"), ("name[0] == 'x'", "unknownKey"),
    ("$x.name == 'x'", "missingVariable"),
    ("SUBQUERY(tags, $t, $t.x == 1).@count > 0", "unknownKey"), ("tags.@sum > 1", "typeMismatch"),
    ("name + 1 == 2", "typeMismatch"), ("lowercase(number) == 'x'", "typeMismatch"),
    ("TERNARY(flag == YES, 1, 'x') == 1", "typeMismatch"), ("owner.things.@sum > 1", "typeMismatch"),
    ("1 / 0 == number", "arguments"), ("number & 1.5 == 1", "typeMismatch"),
    ("owner + 1 == 2", "typeMismatch"),
    ("owner.nam == 'x'", "unknownKey"),
    ("owner.things.name == 'x'", "typeMismatch"),
    ("owner.things == nil", "typeMismatch"), ("ANY owner.name == 'x'", "typeMismatch"),
    ("ANY name == 'x'", "typeMismatch"), ("ALL owner IN {nil}", "typeMismatch"),
    ("owner.@count > 1", "typeMismatch"),
    ("owner.things.@sum.name > 1", "typeMismatch"), ("owner.things.@max.parent == nil", "typeMismatch"),
    ("entity.name == number", "typeMismatch"), ("entity.name == 5", "typeMismatch"),
    ("things == 1", "unknownKey"), ("price < size", "typeMismatch"),
  ])
  func mistakesAreNamed(_ format: String, _ code: String) throws {
    let predicate = try QueryPredicate(format: format)
    let error = try #require(queryError { _ = try predicate.resolvedForThings() })
    #expect(error.code.rawValue == code, "\(error)")
    #expect(error.text == format, "\(error)")
    #expect(["Thing", "Owner"].contains(error.entity ?? "Thing"))
  }

  @Test func nearNamesAreSuggested() throws {
    let error = try #require(queryError { _ = try holds("name == 'x' AND nubmer == 1", [:]) })
    #expect(error.suggestion == "number")
    #expect(
      error.description == """
        Thing has no property "nubmer"; did you mean "number"?
          name == 'x' AND nubmer == 1
                          ^
        """)
    #expect(queryError { _ = try holds("completelyDifferent == 1", [:]) }?.suggestion == nil)
  }

  @Test func variablesAreGivenWhenResolving() throws {
    let predicate = try QueryPredicate(format: "number == $n AND name IN {$a, $b}")
    let resolved = try predicate.resolvedForThings(["n": .int(5), "a": .string("x"), "b": .null])
    #expect(try resolved.matches(try Thing(["number": .int(5), "name": .string("x")])))
    #expect(queryError { _ = try predicate.resolvedForThings(["nn": .int(5)]) }?.suggestion == "nn")
  }

  @Test func theShapeHoldsNoConstants() throws {
    let first = try QueryPredicate(format: "number > 5 AND name IN {'a', 'b'}").resolvedForThings()
    let second = try QueryPredicate(format: "number > 7 AND name IN {'c'}").resolvedForThings()
    #expect(first.shape == second.shape)
    #expect(first.shape.hashValue == second.shape.hashValue)
    #expect(first.literals != second.literals)
  }
}
