import GraphModel
import GraphQuery
import GraphValues
import Testing

@Suite("What the variables of templates are compared with")
struct VariableInferenceTests {
  private func model() throws -> ResolvedModel {
    ResolvedModel(
      try EntityModel(
        json: """
          { "model": "Blog", "entities": [
            { "name": "Author",
              "attributes": [ { "name": "name", "type": "string" },
                              { "name": "rank", "type": "int16", "optional": true } ],
              "relationships": [ { "name": "posts", "to": "Post", "many": true, "inverse": "author" } ] },
            { "name": "Post",
              "attributes": [ { "name": "title", "type": "string" },
                              { "name": "day", "type": "date", "optional": true },
                              { "name": "tags", "type": "string", "array": true, "optional": true } ],
              "relationships": [ { "name": "author", "to": "Author", "optional": true, "inverse": "posts" } ] } ] }
          """))
  }

  private func kinds(_ predicate: String, of name: String = "Post") throws -> [String] {
    let model = try model()
    let entity = try #require(model[name])
    let template = FetchRequestTemplate(name: "t", predicate: predicate)
    return try CheckedTemplate(template, of: entity, in: model).variables.map { variable in
      let kind =
        switch variable.kind {
        case .property(let entity, let name, let type): "\(entity).\(name) \(type.rawValue)"
        case .object(let entity): entity
        case .value(let type): type.rawValue
        case .unknown: "?"
        }
      return "\(variable.name): \(variable.isList ? "[\(kind)]" : kind)\(variable.isOptional ? "?" : "")"
    }
  }

  @Test func typesAreThoseOfTheOtherSide() throws {
    #expect(try kinds("title == $a AND day > $b") == ["a: Post.title string", "b: Post.day date"])
    #expect(try kinds("day == $a OR $b != day") == ["a: Post.day date?", "b: Post.day date?"])
    #expect(try kinds("title IN $a") == ["a: [Post.title string]"])
    #expect(try kinds("day BETWEEN $a") == ["a: [Post.day date]"])
    #expect(try kinds("day BETWEEN {$a, $b}") == ["a: Post.day date", "b: Post.day date"])
    #expect(try kinds("title CONTAINS[cd] $a") == ["a: Post.title string"])
    #expect(try kinds("author == $a") == ["a: Author?"])
    #expect(try kinds("author IN $a") == ["a: [Author]"])
    #expect(try kinds("author.rank >= $a") == ["a: Author.rank int16"])
    #expect(try kinds("SELF IN $a") == ["a: [Post]"])
    #expect(try kinds("posts.@count > $a", of: "Author") == ["a: int64"])
    #expect(try kinds("ANY posts.title == $a", of: "Author") == ["a: Post.title string"])
    #expect(try kinds("posts CONTAINS $a", of: "Author") == ["a: Post"])
    #expect(try kinds("ANY posts IN $a", of: "Author") == ["a: [Post]"])
    #expect(
      try kinds("SUBQUERY(posts, $p, $p.title == $a AND $p.author == $b).@count > 0", of: "Author") == [
        "a: Post.title string", "b: Author?",
      ])
    #expect(try kinds("title == $a AND title != $a") == ["a: Post.title string"])
  }

  @Test func whatIsNotKnownIsAnything() throws {
    #expect(try kinds("$a == $b") == ["a: ?", "b: ?"])
    #expect(try kinds("author.rank + $a > 3") == ["a: ?"])
    #expect(try kinds("TRUEPREDICATE").isEmpty)
  }
}
