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
    var refused: [String] = []
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
      } catch {
        // Some are values: mappings and sorts are written in the language as well.
        if (try? QueryExpression(format: row[0], arguments: Self.arguments(for: row[0]))) != nil {
          read += 1
        } else {
          refused.append("\(row[0]) | \(error.message)")
        }
      }
    }
    #expect(read == 552)
    #expect(interpolated == 45)
    #expect(refused == Self.notInTheLanguage)
  }

  /// What is no predicate, or was cut off when it was collected, or is another program's own language, or has no
  /// meaning in a store.
  private static let notInTheLanguage: [String] = [
    "label == ' | the string has no closing quote",
    "value == ' | the string has no closing quote",
    "SELF[SIZE] = 3 | a place of the object itself is not supported",
    "$prop.@sum = %@ | the aggregate \"@sum\" of an object is not supported",
    "$prop.@avg = %@ | the aggregate \"@avg\" of an object is not supported",
    "$prop.@avg.prop = %@ | the aggregate \"@avg\" of an object is not supported",
    "$prop.@min.prop = %@ | the aggregate \"@min\" of an object is not supported",
    "$prop.@max = %@ | the aggregate \"@max\" of an object is not supported",
    "ANY link.$prop > %@ | expected a property's name, found \"$prop\"",
    "SUBQUERY(array, $obj, $obj.intCol = 5) == 0"
      + " | SUBQUERY makes a collection: ask for its \"@count\" or \"@max.price\", put ANY, ALL or"
      + " NONE before it, or search it with IN or CONTAINS",
    "age === 25 | expected a property or a value, found \"=\"",
    ", | expected a property or a value, found \",\"",
    "() | expected a property or a value, found \")\"",
    "@K == YES | \"@K\" stands after a relationship and a point: \"posts.@count\"",
    "anyCol CONATINS 0 | expected a comparison such as \"==\", found \"CONATINS\"",
    "set.@count.intCol > 0 | no property follows \"@count\"",
    "dictionary.@count.intCol > 0 | no property follows \"@count\"",
    "ANY %K.@allValues BETWEEN %@ | the aggregate \"@allValues\" is not supported",
    "ANY %K.@allValues ENDSWITH %@ | the aggregate \"@allValues\" is not supported",
    "ANY %K.@allValues > %@ | the aggregate \"@allValues\" is not supported",
    "ANY %K.@allValues < %@ | the aggregate \"@allValues\" is not supported",
    "%K['aKey'] LIKE[cd] 'hel*'"
      + " | a key in brackets: no attribute is a dictionary, and this is not supported",
    "<$Relationship.inverseRelationship.name$> <$if"
      + " Relationship.inverseRelationship.isToMany$>CONTAINS<$else$>==<$endif$> %@"
      + " | expected a property or a value, found \"<\"",
    "(SELF.h)['A'] == 1 | a key in brackets: no attribute is a dictionary, and this is not supported",
    "SUBQUERY(SELF.%@.value, $values, $values.%K  IN %@).@count == 0"
      + " | expected a property's name, found \"%@\"",
    "FUNCTION(self,'filteredResultsForAnagramSearch',nil)"
      + " | there is no function \"filteredResultsForAnagramSearch\"",
    "FUNCTION($entityPolicy , \"defaultValueForKey:propertyMapping:entityMapping:manager:\" ,"
      + " \"name\" , $propertyMapping , $entityMapping , $manager)"
      + " | there is no function \"defaultValueForKey:propertyMapping:entityMapping:manager:\"",
    "%@ UTI-CONFORMS-TO 'public.image' | expected a comparison such as \"==\", found \"UTI\"",
    "tags['color'] | a key in brackets: no attribute is a dictionary, and this is not supported",
  ]

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
