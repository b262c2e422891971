import Foundation
import GraphQuery
import GraphValues
import Testing

@Suite("Format language: reading and writing")
struct FormatParsingTests {
  @Test(arguments: [
    ("a = 1", "a == 1"), ("a == 1", "a == 1"), ("a <> 1", "a != 1"), ("a != 1", "a != 1"),
    ("a =< 1", "a <= 1"), ("a => 1", "a >= 1"), ("a<-1", "a < -1"), ("a>=.5", "a >= 0.5"),
    ("a == 1 && b == 2 || c == 3", "a == 1 AND b == 2 OR c == 3"),
    ("a == 1 AND (b == 2 OR c == 3)", "a == 1 AND (b == 2 OR c == 3)"),
    ("a == 1 and (b == 2 and c == 3)", "a == 1 AND b == 2 AND c == 3"),
    ("not a == 1 and b == 2", "NOT (a == 1) AND b == 2"), ("!(a == 1)", "NOT (a == 1)"),
    ("((a)) == ((1))", "a == 1"), ("((a == 1))", "a == 1"),
    ("a in {1, 2,3}", "a IN {1, 2, 3}"), ("a IN {}", "a IN {}"), ("a BETWEEN {1, 10}", "a BETWEEN {1, 10}"),
    ("a IN {$x, 2}", "a IN {$x, 2}"), ("a contains[cd] 'x'", "a CONTAINS[cd] \"x\""),
    ("a BEGINSWITH[dc] 'x'", "a BEGINSWITH[cd] \"x\""), ("a ==[n] 'x'", "a ==[n] \"x\""),
    ("a ==[cn] 'x'", "a ==[c] \"x\""), ("a LIKE 'x*'", "a LIKE \"x*\""),
    ("a MATCHES '\\\\d+'", "a MATCHES \"\\\\d+\""),
    ("a MATCHES '\\d+'", "a MATCHES \"\\\\d+\""), ("a = nil or b = NULL", "a == nil OR b == nil"),
    ("a = YES and b = no", "a == TRUE AND b == FALSE"), ("SELF.a == 1", "a == 1"),
    ("SELF == $x", "SELF == $x"),
    ("#in == 1", "#in == 1"), ("#size == 1", "size == 1"), ("`a b` == 1", "`a b` == 1"),
    ("a.b.c == 1", "a.b.c == 1"), ("a == 0x1F", "a == 31"), ("a == 1e3", "a == 1000.0"),
    ("TRUEPREDICATE", "TRUEPREDICATE"), ("falsepredicate OR a = 1", "FALSEPREDICATE OR a == 1"),
    ("a == 'it\\'s \\u0041\\n'", "a == \"it's A\\n\""), ("a == \"\\ud83d\\ude00\"", "a == \"😀\""),
    ("a == 9223372036854775807", "a == 9223372036854775807"),
    ("a == -9223372036854775808", "a == -9223372036854775808"),
    ("a == CAST(10, 'NSDate')", "a == CAST(\"10.0\", \"NSDate\")"), ("größe == 1", "größe == 1"),
    ("a == %%", "a == \"%\""),
  ])
  func readsAndWritesCanonicalText(_ format: String, _ canonical: String) throws {
    let predicate = try QueryPredicate(format: format)
    #expect(predicate.description == canonical)
    #expect(try QueryPredicate(format: canonical) == predicate)
  }

  @Test func argumentsOfEveryKindSurviveWriting() throws {
    let arguments: [(any PredicateArgument)?] = [
      1, -5 as Int8, UInt64.max, 2.5, 0.1 + 0.2, Double.infinity, -Double.infinity, 1e300, Float(0.1), true,
      nil,
      "a\0b\"\\'\n😀e\u{301}", Date(timeIntervalSinceReferenceDate: -1e12 + 0.25), Data([0, 255]), UUID(),
      URL(string: "https://example.org/a?b=c%20d"), Decimal(string: "123456789012345678.123456789"),
      Things.id(7), [1, 2], ["a", nil], Set([3]), [Date.distantPast],
    ]
    for argument in arguments {
      let predicate = try QueryPredicate(format: "a == %@", argument)
      #expect(try QueryPredicate(format: predicate.description) == predicate, "\(predicate)")
    }
  }

  @Test func placeholdersTakeArguments() throws {
    let predicate = try QueryPredicate(
      format: "%K > %d AND b < %ld AND c == %lld AND d == %u AND e == %lu AND f == %i AND g < %f AND h IN %@",
      "a", 1,
      2, 3, 4, 5, 6, 7.5, [1, 2])
    #expect(
      predicate.description
        == "a > 1 AND b < 2 AND c == 3 AND d == 4 AND e == 5 AND f == 6 AND g < 7.5 AND h IN {1, 2}")
    #expect(try QueryPredicate(format: "%K == 1", "a.b").description == "a.b == 1")
    // A key that looks like a variable is a key.
    #expect(try QueryPredicate(format: "%K LIKE 'x'", "$single").description == "`$single` LIKE \"x\"")
  }

  @Test func placeholdersInQuotesAreText() throws {
    #expect(try QueryPredicate(format: "name == '%@'").description == "name == \"%@\"")
    #expect(try !holds("name == '%@'", ["name": .string("Do")]))
  }

  @Test func argumentsAreNeverText() throws {
    let hostile = "' OR 1 == 1 OR name == '"
    let predicate = try QueryPredicate(format: "name == %@", hostile)
    #expect(try !predicate.holds(["name": .string("x")]))
    #expect(try predicate.holds(["name": .string(hostile)]))
  }

  @Test func rangesBecomeBetweenOrTwoComparisons() throws {
    #expect(try QueryPredicate(format: "a BETWEEN %@", 1...5).description == "a BETWEEN {1, 5}")
    #expect(try QueryPredicate(format: "a IN %@", 1...5).description == "a BETWEEN {1, 5}")
    #expect(try QueryPredicate(format: "a BETWEEN %@", 1..<5).description == "a >= 1 AND a < 5")
  }

  @Test func variablesAreSubstituted() throws {
    let template = try QueryPredicate(
      format: "a > $min AND b IN {$x, 2} AND c == $later AND d BETWEEN $range")
    let filled = template.substituting(["min": 5, "x": nil, "range": 1..<3])
    #expect(filled.description == "a > 5 AND b IN {nil, 2} AND c == $later AND d >= 1 AND d < 3")
  }

  @Test(arguments: [
    ("", 0, "the predicate is empty"), ("a", 1, "expected a comparison"), ("a ==", 4, "expected a property"),
    ("a == 1 b", 7, "expected AND, OR or the end"), ("(a == 1", 7, "expected \")\""),
    ("a == 'x", 5, "no closing quote"), ("a := 1", 2, "assigns nothing"),
    ("a == b := 1", 7, "assigns nothing"),
    ("a == 1)", 6, "expected AND, OR"), ("a == 1; DROP TABLE x", 6, "unexpected character \";\""),
    ("a IN {1, 2", 10, "expected \",\" or \"}\""), ("a ==[x] 'b'", 5, "unknown option \"x\""),
    ("a NOT IN {1}", 2, "NOT stands before"),
    ("ANY a", 5, "a comparison such as \"==\""), ("ANY == 1", 4, "a property or a value"),
    ("SUBQUERY(a, $x, $x == 1) > 0", 0, "SUBQUERY makes a collection"),
    ("SUBQUERY(a, x, x == 1).@count > 0", 12, "a variable such as"),
    ("SUBQUERY(a.@count, $x, $x == 1).@count > 0", 0, "a relationship to many first"),
    ("SUBQUERY(a, $x, $x).@count > 0", 18, "a comparison such as"),
    ("a.@count.b > 0", 8, "no property follows"),
    ("a.@sum.b.@count > 0", 16, "an aggregate of an aggregate"),
    ("a.@unionOfObjects > 1", 18, "a property after"), ("@count > 0", 0, "stands after a relationship"),
    ("a.@distinctUnionOfObjects.b.@no > 1", 28, "the aggregate \"@no\""),
    ("a + == 2", 4, "a property or a value"), ("a ** ", 5, "a property or a value"),
    ("a ?? ", 5, "a property"),
    ("(a + 1", 6, "expected \")\""), ("a + 1", 5, "a comparison such as"), ("~a", 2, "a comparison such as"),
    ("loercase(a) == 'x'", 0, "there is no function \"loercase\""),
    ("abs:(a, b) == 1", 0, "takes one argument, not 2"), ("add:to:(a) == 1", 0, "takes 2 arguments, not 1"),
    ("now(1) == a", 0, "takes 0 arguments"), ("abs: == 1", 5, "expected \"(\""),
    ("FUNCTION(a, 'frobnicate:') == 1", 0, "there is no function \"frobnicate:\""),
    ("FUNCTION(a) == 1", 10, "expected \",\""), ("random() > 1", 0, "has no meaning in a store"),
    ("median:(a.b) > 1", 0, "takes a list of constants"), ("sum:({'a'}) > 1", 0, "a list of numbers"),
    ("a[-1] == 1", 2, "a place"), ("a['k'] == 1", 2, "a key in brackets"), ("a[0 == 1", 4, "expected \"]\""),
    ("a[b] == 1", 2, "FIRST, LAST or SIZE"), ("5.foo == 1", 1, "no properties"),
    ("'a'.foo == 1", 3, "no properties"),
    ("TERNARY(a, b, c) == 1", 9, "a comparison such as"), ("TERNARY(a == 1, b) == 1", 17, "expected \",\""),
    ("a == 12x", 5, "malformed"), ("a == 'b' AND", 12, "expected a property"),
    ("AND a == 1", 0, "written #AND"),
    ("a == %q@", 5, "unknown placeholder"), ("a == %", 5, "expected a placeholder"),
    ("a == %p", 5, "an address means nothing"),
    ("a == '\\ud800'", 6, "surrogate"), ("a == '\\u00'", 6, "four hexadecimal digits"),
    ("$ == 1", 0, "name after \"$\""),
    ("a == CAST(1, 'Nope')", 13, "CAST to \"Nope\""),
    ("CAST(a, 'NSData') == 1", 8, "CAST to \"NSData\""), ("a == CAST('x', 'UUID')", 5, "cannot be cast"),
    ("a == b == c", 7, "expected AND, OR"),
    ("a UNION b == c", 0, "UNION, INTERSECT and MINUS stand"), ("1 == 1 == 1", 7, "expected"),
    ("a UNION 5 == c", 8, "take collections and lists"),
  ])
  func mistakesAreReportedWithTheirPlace(_ format: String, _ position: Int, _ message: String) throws {
    let error = try #require(queryError { _ = try QueryPredicate(format: format) })
    #expect(error.position == position, "\(error)")
    #expect(error.message.contains(message), "\(error)")
    #expect(error.text == format)
  }

  @Test func descriptionShowsTheCaret() {
    let error = queryError { _ = try QueryPredicate(format: "größe == \n1 AND ABT(x) == 1") }
    #expect(
      error?.description == """
        there is no function "ABT"; did you mean "abs"?
          größe ==  1 AND ABT(x) == 1
                          ^
        """)
    let long =
      String(repeating: "a == 1 AND ", count: 50) + "b ! 2" + String(repeating: " AND a == 1", count: 50)
    let lines = queryError { _ = try QueryPredicate(format: long) }?.description.split(separator: "\n")
    #expect(lines?.count == 3)
    #expect(lines?.dropFirst().first?.count ?? 999 < 130)
  }

  @Test func argumentsAreCounted() {
    let missing = queryError { _ = try QueryPredicate(format: "a == %@ AND b == %@", 1) }
    #expect(missing?.code == .arguments)
    #expect(missing?.position == 17)
    let surplus = queryError { _ = try QueryPredicate(format: "a == %@", 1, 2) }
    #expect(surplus?.message == "2 arguments for 1 placeholders")
    #expect(queryError { _ = try QueryPredicate(format: "a == %d", "x") }?.code == .arguments)
    #expect(queryError { _ = try QueryPredicate(format: "a == %f", "x") }?.code == .arguments)
    #expect(queryError { _ = try QueryPredicate(format: "%K == 1", 5) }?.code == .arguments)
    #expect(queryError { _ = try QueryPredicate(format: "%K == 1", "a..b") }?.code == .arguments)
    #expect(queryError { _ = try QueryPredicate(format: "a IN {%@}", 1...2) }?.code == .arguments)
  }

  @Test func hostileTextsAreRefused() {
    let deep = String(repeating: "(", count: 10_000) + "a == 1" + String(repeating: ")", count: 10_000)
    #expect(queryError { _ = try QueryPredicate(format: deep) }?.code == .tooComplex)
    let nots = String(repeating: "NOT ", count: 10_000) + "a == 1"
    #expect(queryError { _ = try QueryPredicate(format: nots) }?.code == .tooComplex)
    let lists = "a IN " + String(repeating: "{", count: 10_000)
    #expect(queryError { _ = try QueryPredicate(format: lists) }?.code == .tooComplex)
    let many = String(repeating: "a == 1 OR ", count: 100_000) + "a == 1"
    #expect(queryError { _ = try QueryPredicate(format: many) }?.code == .tooComplex)
    let huge = "a == '" + String(repeating: "x", count: 2_000_000) + "'"
    #expect(queryError { _ = try QueryPredicate(format: huge) }?.code == .tooComplex)
    let unclosed = "a == '" + String(repeating: "x", count: 1_000_000)
    #expect(queryError { _ = try QueryPredicate(format: unclosed) }?.code == .syntax)
    for (start, end) in [
      ("abs(", ")"), ("TERNARY(a == 1, ", ", 2)"), ("CAST(", ", 'Double')"),
      ("SUBQUERY(a, $x, ", ").@count > 0"),
      ("FUNCTION(", ", 'abs:')"), ("sum:({", "})"), ("(1 ?? 2 | 3 ^ 4 & 5 << 6 + 7 * -8 ** ", ")"),
    ] {
      let text =
        String(repeating: start, count: 20_000) + "a" + String(repeating: end, count: 20_000) + " == 1"
      #expect(queryError { _ = try QueryPredicate(format: text) }?.code == .tooComplex, "\(start)")
      let open = String(repeating: start, count: 20_000)
      #expect(queryError { _ = try QueryPredicate(format: open) }?.code == .tooComplex, "\(start)")
    }
    for chain in ["- ", "~", "a - ", "a / ", "a ** ", "a ?? ", "{1} UNION "] {
      let text = String(repeating: chain, count: 50_000) + "a == 1"
      #expect(queryError { _ = try QueryPredicate(format: text) }?.code == .tooComplex, "\(chain)")
    }
    let path = "a" + String(repeating: ".b", count: 300_000) + " == 1"
    #expect(queryError { _ = try QueryPredicate(format: path).resolvedForThings() } != nil)
  }

  @Test func longChainsOfOneOperatorAreNotDeep() throws {
    let sum = "number + " + String(repeating: "1 + ", count: 9_999) + "1 == 10000"
    #expect(try holds(sum, ["number": .int(0)]))
  }

  @Test func aLongTextThatIsNotTooComplexIsRead() throws {
    let list = "a IN {" + (0..<100_000).map(String.init).joined(separator: ",") + "}"
    #expect(try QueryPredicate(format: list).description.utf8.count > 100_000)
    let many = String(repeating: "number == 1 OR ", count: 9_999) + "number == 0"
    #expect(try holds(many, ["number": .int(0)]))
  }

  @Test func valuesBuiltInCodeCannotBeTooDeep() throws {
    var predicate = QueryPredicate.true
    for index in 0..<100_000 {
      predicate = index % 2 == 0 ? !predicate : predicate && .true
    }
    #expect(queryError { _ = try predicate.resolvedForThings() }?.code == .tooComplex)
    #expect(predicate.description.contains("levels deep"))
    var wide = try QueryPredicate(format: "number == 1")
    for _ in 0..<2_000 { wide = wide || wide_term }
    #expect(try wide.holds(["number": .int(2)]))
  }

  private var wide_term: QueryPredicate { Property<Void, Int64>("number") == 2 }

  @Test func equalShapesAreEqualAndHashAlike() throws {
    let first = try QueryPredicate(format: "name == 'x' AND b = 2")
    let second = try QueryPredicate(format: "name=='x'  &&  (b == 2)")
    #expect(first == second)
    #expect(first.hashValue == second.hashValue)
    #expect(try QueryPredicate(format: "name ==[c] 'x'") != QueryPredicate(format: "name == 'x'"))
  }
}
