import Foundation
import GraphQuery
import GraphValues
import GraphstoreTestSupport
import Testing

@Suite("Format language: values")
struct FormatExpressionTests {
  @Test(arguments: [
    // Precedence: signs, powers, products, sums, shifts, "&", "^", "|", "??".
    ("a + b * c", "a + b * c"), ("(a + b) * c", "(a + b) * c"), ("a * b + c", "a * b + c"),
    ("a - b - c", "a - b - c"), ("a - (b - c)", "a - (b - c)"), ("a - b + c", "a - b + c"),
    ("a / b * c", "a / b * c"), ("a / (b * c)", "a / (b * c)"), ("a + b + c", "a + b + c"),
    ("a + (b + c)", "a + (b + c)"), ("(a + b) + c", "(a + b) + c"), ("a ** b ** c", "a ** b ** c"),
    ("a ** (b ** c)", "a ** (b ** c)"), ("-a ** b", "-a ** b"), ("(-a) ** b", "(-a) ** b"),
    ("a ** -b", "a ** (-b)"), ("-2 ** 2", "-2 ** 2"), ("(-2) ** 2", "(-2) ** 2"), ("2 ** -2", "2 ** (-2)"),
    ("-(5)", "-(5)"), ("- 5", "-5"), ("--5", "-(-5)"), ("-(-a)", "-(-a)"), ("+a", "a"), ("~a & b", "~a & b"),
    ("~(a & b)", "~(a & b)"), ("~5", "~(5)"), ("a | b ^ c & d << e + f", "a | b ^ c & d << e + f"),
    ("(a | b) & c", "(a | b) & c"), ("a << b >> c", "a << b >> c"), ("a ?? b ?? c", "a ?? b ?? c"),
    ("(a ?? b) ?? c", "(a ?? b) ?? c"), ("a ?? b + c", "a ?? b + c"), ("(a ?? b) + c", "(a ?? b) + c"),
    ("a+-1", "a + -1"), ("a-1", "a - 1"), ("a -1", "a - 1"),
    ("- 9223372036854775808", "-9223372036854775808"),
    // Functions in their spellings.
    ("abs(a)", "abs:(a)"), ("abs:(a)", "abs:(a)"), ("ABS(a)", "abs:(a)"), ("FUNCTION(a, 'abs:')", "abs:(a)"),
    ("function(a, 'add:to:', b)", "a + b"), ("add:to:(a, b)", "a + b"), ("from:subtract:(a, b)", "a - b"),
    ("multiply:by:(a, b)", "a * b"), ("divide:by:(a, b)", "a / b"),
    ("modulus:by:(a, b)", "modulus:by:(a, b)"),
    ("raise:toPower:(a, b)", "a ** b"), ("bitwiseAnd:with:(a, b)", "a & b"),
    ("bitwiseOr:with:(a, b)", "a | b"), ("bitwiseXor:with:(a, b)", "a ^ b"),
    ("leftshift:by:(a, b)", "a << b"), ("rightshift:by:(a, b)", "a >> b"), ("onesComplement:(a)", "~a"),
    ("sqrt:(a)", "sqrt:(a)"), ("floor(a)", "floor:(a)"), ("ceiling:(a)", "ceiling:(a)"),
    ("trunc:(a)", "trunc:(a)"), ("exp(a)", "exp:(a)"), ("ln(a)", "ln:(a)"), ("log(a)", "log:(a)"),
    ("lowercase:(a)", "lowercase:(a)"), ("uppercase:(a)", "uppercase:(a)"), ("length:(a)", "length:(a)"),
    ("canonical:(a)", "canonical:(a)"), ("now()", "now()"), ("noindex:(a)", "a"),
    ("(a + b).length", "length:(a + b)"), ("'ab'.uppercaseString", "uppercase:(\"ab\")"),
    // Casts.
    ("CAST(a, 'NSNumber')", "CAST(a, \"Double\")"), ("CAST(a + 1, 'Int')", "CAST(a + 1, \"Int\")"),
    ("CAST(a, 'NSString')", "CAST(a, \"String\")"), ("CAST('12', 'Int')", "12"),
    ("CAST(12, 'String')", "\"12\""),
    ("castObject:toType:(a, 'NSDate')", "CAST(a, \"Date\")"),
    ("castObject:toType:('12', 'Int')", "castObject:toType:(\"12\", \"Int\")"),
    // Choices and conditions.
    ("TERNARY(a == 1, b, c + 1)", "TERNARY(a == 1, b, c + 1)"),
    ("ternary(TRUEPREDICATE, 1, 0)", "TERNARY(TRUEPREDICATE, 1, 0)"),
    ("a == 1", "TERNARY(a == 1, TRUE, FALSE)"),
    (
      "(a == 1) + (b == 2 OR c == 3)", "TERNARY(a == 1, TRUE, FALSE) + TERNARY(b == 2 OR c == 3, TRUE, FALSE)"
    ),
    // Collections.
    ("count:(a)", "a.@count"), ("sum:(a.b)", "a.b.@sum"), ("max(a.b)", "a.b.@max"), ("a.@sum", "a.@sum"),
    ("count(SUBQUERY(a, $x, $x.b == 1))", "SUBQUERY(a, $x, $x.b == 1).@count"),
    ("min:(SUBQUERY(a, $x, $x.b == 1).c)", "SUBQUERY(a, $x, $x.b == 1).@min.c"),
    ("SUBQUERY(a, $x, $x.b == 1)[SIZE]", "SUBQUERY(a, $x, $x.b == 1).@count"),
    (
      "SUBQUERY(a, $x, $x.b == 1).@distinctUnionOfObjects.c.@count",
      "SUBQUERY(a, $x, $x.b == 1).@distinctUnionOfObjects.c.@count"
    ),
    ("a.@distinctUnionOfObjects.b.c.@count", "a.@distinctUnionOfObjects.b.c.@count"),
    ("a.@distinctUnionOfObjects.b.@sum", "a.@distinctUnionOfObjects.b.@sum"),
    ("a.@distinctUnionOfObjects.self.@count", "a.@distinctUnionOfObjects.self.@count"),
    ("a.@unionOfObjects.b.@count", "a.@unionOfObjects.b.@count"),
    ("a.@unionOfObjects.b.@avg.self", "a.@avg.b"), ("a.@unionOfObjects.b", "a.b"), ("a.@max.#self", "a.@max"),
    ("a[FIRST].b", "a[0].b"), ("a[LAST]", "a[LAST]"), ("a[2].b[0].c", "a[2].b[0].c"), ("a[SIZE]", "a.@count"),
    ("(SELF.a)[first]", "a[0]"), ("(a.b).c", "a.b.c"), ("SELF.a[1]", "a[1]"),
    ("a[0].b.@count", "a[0].b.@count"),
    ("$x.a.b", "$x.a.b"), ("$x.a[0]", "$x.a[0]"), ("$x.a.@count", "$x.a.@count"),
    // Lists worked out as they are read.
    ("sum:({1, 2, 3})", "6"), ("average:({1, 2})", "1.5"), ("min:({3, 1, 2})", "1"), ("max({1, 2.5})", "2.5"),
    ("count:({1, nil, 3})", "3"), ("median:({5, 1, 3})", "3"), ("median:({4, 1, 3, 2})", "2.5"),
    ("mode:({1, 2, 2, 3, 3})", "{2, 3}"), ("stddev:({2, 4, 4, 4, 5, 5, 7, 9})", "2.0"),
    ("max:({'a', 'c', 'b'})", "\"c\""), ("sum:({})", "0"), ("average:({})", "nil"), ("sum:({a, 1})", "a + 1"),
    ("count:({a, b})", "2"), ("{1, 2} UNION {2, 3}", "{1, 2, 3}"), ("{1, 2} INTERSECT {2.0}", "{2}"),
    ("{'A', 'B'} MINUS {'B'} UNION {'C'}", "{\"A\", \"C\"}"), ("{a + 1, -b}", "{a + 1, -b}"),
  ])
  func valuesAreReadAndWritten(_ format: String, _ canonical: String) throws {
    let expression = try QueryExpression(format: format)
    #expect(expression.description == canonical)
    #expect(try QueryExpression(format: canonical) == expression)
  }

  @Test(arguments: [
    ("a + 1 > b * 2", "a + 1 > b * 2"), ("(a & 4) != 0", "a & 4 != 0"), ("a & 4 == 4", "a & 4 == 4"),
    ("((a) + (1)) == ((2))", "a + 1 == 2"), ("(a == 1) == YES", "a == 1"),
    ("(a == 1) != TRUE", "NOT (a == 1)"),
    ("(a == 1) == NO", "NOT (a == 1)"),
    (
      "(a == 1) == (b == 2)",
      "TERNARY(a == 1, TRUE, FALSE) == TERNARY(b == 2, TRUE, FALSE)"
    ),
    ("YES == (a == 1)", "TRUE == TERNARY(a == 1, TRUE, FALSE)"),
    ("a BETWEEN {b - 1, b + 1}", "a BETWEEN {b - 1, b + 1}"),
    ("a IN {b + 1, 2}", "a IN {b + 1, 2}"), ("a ==[l] 'b'", "a ==[n] \"b\""),
    ("a CONTAINS[cdl] 'b'", "a CONTAINS[cd] \"b\""), ("a CONTAINS [c] 'b'", "a CONTAINS[c] \"b\""),
    ("a IN b UNION c", "a IN b OR a IN c"),
    ("a IN b INTERSECT c MINUS d", "a IN b AND a IN c AND NOT (a IN d)"),
    ("b UNION {1} CONTAINS a", "b CONTAINS a OR {1} CONTAINS a"),
    ("ANY SUBQUERY(a, $x, $x.b == 1).c > 3", "SUBQUERY(a, $x, $x.b == 1 AND $x.c > 3).@count > 0"),
    ("ALL SUBQUERY(a, $x, $x.b == 1).c > 3", "SUBQUERY(a, $x, $x.b == 1 AND NOT ($x.c > 3)).@count == 0"),
    ("NONE SUBQUERY(a, $x, $x.b == 1) == $y", "SUBQUERY(a, $x, $x.b == 1 AND $x == $y).@count == 0"),
    ("$y IN SUBQUERY(a, $x, $x.b == 1)", "SUBQUERY(a, $x, $x.b == 1 AND $x == $y).@count > 0"),
    ("SUBQUERY(a, $x, $x.b == 1).c CONTAINS 'x'", "SUBQUERY(a, $x, $x.b == 1 AND $x.c == \"x\").@count > 0"),
    ("ANY {1, 2} == a", "ANY {1, 2} == a"), ("ANY a.@distinctUnionOfObjects.b == 1", "ANY a.b == 1"),
    ("a[FIRST] == b[LAST].c", "a[0] == b[LAST].c"), ("a LIKE 'x' + $b + '*'", "a LIKE \"x\" + $b + \"*\""),
  ])
  func comparisonsOfValuesAreReadAndWritten(_ format: String, _ canonical: String) throws {
    let predicate = try QueryPredicate(format: format)
    #expect(predicate.description == canonical)
    #expect(try QueryPredicate(format: canonical) == predicate)
  }

  @Test func placeholdersOfCTakeArguments() throws {
    let predicate = try QueryPredicate(
      format: "a == %s AND b == %c AND c == %x AND d[%d] == %@ AND e == -%d", "x", "y", 255, 2, nil, 5)
    #expect(
      predicate.description == "a == \"x\" AND b == \"y\" AND c == 255 AND d[2] == nil AND e == -(5)")
    #expect(queryError { _ = try QueryPredicate(format: "a == %c", "xy") }?.code == .arguments)
    #expect(queryError { _ = try QueryPredicate(format: "a == %s", 5) }?.code == .arguments)
    #expect(queryError { _ = try QueryPredicate(format: "a[%d] == 1", -5) }?.code == .arguments)
  }

  @Test func objectsMayBeginPaths() throws {
    let id = Things.id(7, "Owner")
    let predicate = try QueryPredicate(
      format: "name == %@.name AND $o.name == name AND $p.things.@count > 3", id)
    let text = "name == CAST(\"\(id.uriRepresentation.absoluteString)\", \"ObjectID\").name"
    #expect(predicate.description == text + " AND $o.name == name AND $p.things.@count > 3")
    #expect(try QueryPredicate(format: predicate.description) == predicate)
    let filled = predicate.substituting(["o": id, "p": nil])
    #expect(filled.description.hasSuffix("\"ObjectID\").name == name AND 0 > 3"))
    #expect(try QueryPredicate(format: filled.description) == filled)
    let text2 = try QueryPredicate(format: "number == $t.length").substituting(["t": "abc"])
    #expect(try text2.holds(["number": .int(3)]))
    #expect(
      queryError {
        _ = try QueryPredicate(format: "number == $t.x").substituting(["t": 5]).resolvedForThings()
      }?
      .code == .typeMismatch)
    #expect(
      queryError { _ = try QueryPredicate(format: "number == $t.x").resolvedForThings() }?.code
        == .missingVariable)
  }

  @Test func valuesAreWorkedOut() throws {
    let thing: [String: AttributeValue] = [
      "number": .int(7), "size": .double(2.5), "name": .string("Ann"),
      "tags": .array([.string("a"), .string("b")]),
      "made": .date(Date(timeIntervalSinceReferenceDate: 0)), "flag": .bool(true),
    ]
    for format in [
      "number + 1 == 8", "number * 2 - 4 == 10", "number / 2 == 3", "modulus:by:(number, 4) == 3",
      "number & 3 == 3", "number | 8 == 15", "number ^ 1 == 6", "number << 1 == 14", "~number == -8",
      "2 ** 3 == 8.0", "-size == -2.5", "abs(-size) == size", "floor(size) == 2", "ceiling:(size) == 3",
      "sqrt:(16) + abs:(-2) == 6", "lowercase(name) == 'ann'", "uppercase:(name) BEGINSWITH 'AN'",
      "name.length == 3", "length:(name + 'x') == 4", "(text ?? 'none') == 'none'", "text.length == nil",
      "TERNARY(number > 5, 'many', 'few') == 'many'", "(number > 5) == flag", "made < now()",
      "CAST(number, 'String') == '7'", "CAST(name, 'NSNumber') == nil", "number BETWEEN {size, size * 4}",
      "number IN {size, number}", "name LIKE 'A' + '*'", "'x' + name CONTAINS 'xA'", "tags.@count == 2",
      "tags CONTAINS 'a'", "'b' IN tags", "NOT ('c' IN tags)", "ANY tags == 'b'", "ALL tags < 'c'",
      "NONE tags == 'c'",
      "tags[0] == 'a'", "tags[LAST] == 'b'", "tags[5] == nil", "tags[SIZE] == 2", "tags.@max == 'b'",
      "ANY tags ==[c] 'B'", "SUBQUERY(tags, $t, $t BEGINSWITH 'b').@count == 1", "count:(tags) == 2",
      "SUBQUERY(tags, $t, $t.length == 1 AND $t != name).@count == 2",
      "tags.@distinctUnionOfObjects.self.@count == 2",
      "ANY {1, 7} == number", "ALL {1, 7} <= number", "NONE {1, 2} == number", "{number, 1} CONTAINS 1",
      "made.timeIntervalSinceReferenceDate == 0",
    ] {
      #expect(try holds(format, thing), "\(format)")
    }
    #expect(try holds("tags == nil AND tags.@count == 0 AND NOT ('a' IN tags) AND ALL tags == 'x'", [:]))
  }

  /// Random pieces of the language in any order: they are read or refused, and nothing traps.
  @Test func randomTokensNeverTrap() throws {
    let pieces = [
      "a", "b.c", "(", "(", ")", ")", "{", "}", "[", "]", ",", ".", "==", "!=", "<", ">=", "IN", "BETWEEN",
      "LIKE",
      "MATCHES", "CONTAINS[cd]", "AND", "OR", "NOT", "ANY", "ALL", "NONE", "1", "-1", "2.5", "'x'", "nil",
      "TRUE",
      "SELF", "$x", "$x.y", "%@", "%K", "%d", "@count", "@sum", ".@count", ".@max.p", "+", "-", "*", "/",
      "**", "&",
      "|", "^", "~", "<<", ">>", "??", ":=", "abs(", "abs:(", "modulus:by:(", "FUNCTION(", "TERNARY(",
      "CAST(",
      "SUBQUERY(a, $x, ", ", 'Double')", "now()", "sum:(", "UNION", "MINUS", "INTERSECT", "[0]", "[LAST]",
      "[SIZE]",
      "`", "'", "\\", "#", "é", "\0", "TRUEPREDICATE", "a == 1", "number", "tags", "owner.things", "name",
    ]
    var random = SeededGenerator(for: "token soup")
    let arguments: [(any PredicateArgument)?] = [1, "b", nil, [1, 2], 1...3, Things.id(1)]
    var read = 0
    for _ in 0..<20_000 {
      var text = ""
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        text += pieces[Int.random(in: 0..<pieces.count, using: &random)]
        if Bool.random(using: &random) { text += " " }
      }
      let used = Array(arguments.prefix(Int.random(in: 0...2, using: &random)))
      do {
        let predicate = try QueryPredicate(format: text, arguments: used)
        read += 1
        // Arguments may be ranges, which have no text of their own.
        #expect(try QueryPredicate(format: predicate.description) == predicate, "\(text): \(predicate)")
        _ = try predicate.resolvedForThings(["x": .int(1)]).matches(try Thing())
      } catch {
        #expect(error is QueryError, "\(text): \(error)")
        #expect(!String(describing: error).isEmpty)
      }
    }
    #expect(read > 20)
  }
}
