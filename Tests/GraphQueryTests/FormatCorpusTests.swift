import Foundation
import GraphQuery
import GraphstoreTestSupport
import Testing

/// Format texts of public applications: all are read, or refused for a reason that is listed.
@Suite("Format texts of public code")
struct FormatCorpusTests {
  @Test func allAreReadOrRefusedForAListedReason() throws {
    guard let rows = try SharedData.rows("predicates/formats.tsv") else { return }
    var read = 0
    var interpolated = 0
    var reasons: [String: Int] = [:]
    var mistakes: [String] = []
    for row in rows {
      // Swift interpolation is not format text.
      if row[4].contains("interp") {
        interpolated += 1
        continue
      }
      do {
        let predicate = try QueryPredicate(format: row[0], arguments: Self.arguments(for: row[0]))
        read += 1
        #expect(try QueryPredicate(format: predicate.description) == predicate, "\(row[0])")
      } catch  where error.code == .unsupported {
        reasons[Self.reason(error), default: 0] += 1
      } catch {
        mistakes.append("\(row[0]) | \(error.message)")
      }
    }
    #expect(read == 504)
    #expect(interpolated == 45)
    #expect(reasons == Self.notYet)
    #expect(mistakes == Self.notInTheLanguage)
  }

  /// What is refused until it is done, by the piece.
  private static let notYet = [
    "aggregate": 33, "index": 6, "arithmetic": 5, "bit operator": 5, "a key path of a variable": 5,
    "TERNARY": 2, "function": 2, "FUNCTION": 2, "the option \"l\" (comparing by a language's rules)": 2,
    "CAST": 1, "set operator": 1,
  ]

  /// What is no predicate, or was cut off when it was collected, or is another program's own language.
  private static let notInTheLanguage = [
    "label == ' | the string has no closing quote",
    "value == ' | the string has no closing quote",
    "ANY link.$prop > %@ | expected a property's name, found \"$prop\"",
    "age === 25 | expected a property or a value, found \"=\"",
    ", | expected a property or a value, found \",\"",
    "() | expected a property or a value, found \")\"",
    "anyCol CONATINS 0 | expected a comparison such as \"==\", found \"CONATINS\"",
    "set.@count.intCol > 0 | no property follows \"@count\"",
    "dictionary.@count.intCol > 0 | no property follows \"@count\"",
    "<$Relationship.inverseRelationship.name$> <$if Relationship.inverseRelationship.isToMany$>CONTAINS"
      + "<$else$>==<$endif$> %@ | expected a property or a value, found \"<\"",
    "a | expected a comparison such as \"==\", found the end",
    "SUBQUERY(SELF.%@.value, $values, $values.%K  IN %@).@count == 0 | expected a property's name, found \"%@\"",
    "%@ UTI-CONFORMS-TO 'public.image' | expected a comparison such as \"==\", found \"UTI\"",
  ]

  private static func reason(_ error: QueryError) -> String {
    for piece in ["aggregate", "function", "arithmetic", "bit operator", "set operator", "index", "CAST"]
    where error.message.contains(piece) { return piece }
    return error.message.replacing(" is not supported yet", with: "")
  }

  /// Arguments that fit the placeholders outside quotes.
  private static func arguments(for format: String) -> [(any PredicateArgument)?] {
    var result: [(any PredicateArgument)?] = []
    var quote: Character?
    var previous: Character = " "
    for character in format {
      if let open = quote {
        if character == open { quote = nil }
      } else if character == "'" || character == "\"" {
        quote = character
      } else if previous == "%" {
        switch character {
        case "K": result.append("key")
        case "@": result.append("value")
        case "f": result.append(1.5)
        case "l", "d", "i", "u": result.append(1)
        default: break
        }
      }
      previous = character
    }
    return result
  }
}
