import Foundation
import Graphstore
import Testing

@Suite("Fetch requests of the model")
struct TemplateTests {
  private func filled() throws -> Newsroom {
    let room = try Newsroom()
    let ann = room.writer("Ann", rank: 2)
    for (index, title) in ["Herons", "Storks", "Roads", "Cranes"].enumerated() {
      room.article(title, by: title == "Roads" ? nil : ann, likes: Int64(index))
    }
    return room
  }

  @Test func functionsHaveTheTypesOfTheProperties() throws {
    try filled().everywhere { (room) throws in
      let ann = try #require(try room.context.first(FetchRequest<Writer>(format: "name == 'Ann'")))
      #expect(
        try room.context.fetch(Article.liked(least: 1, writer: ann)).map(\.title) == ["Cranes", "Storks"])
      #expect(try room.context.fetch(Article.liked(least: 0, writer: nil)).map(\.title) == ["Roads"])
      #expect(try room.context.count(Article.titled(titles: ["Roads", "Herons", "x"])) == 2)
      #expect(try room.context.fetch(Person.everybody()).isEmpty)
      var limited = Article.liked(least: 0, writer: ann)
      limited.fetchLimit = 1
      #expect(try room.context.count(limited) == 1)
    }
  }

  @Test func templatesByName() throws {
    let room = try filled()
    let request: FetchRequest<Article> = try room.context.fetchRequest(
      named: "titled", variables: ["titles": ["Herons"]])
    #expect(try room.context.fetch(request).map(\.title) == ["Herons"])
    let dynamic = try room.context.fetchRequest(
      named: "liked", entity: "Article", variables: ["least": 2, "writer": String?.none])
    #expect(dynamic.fetchLimit == 2 && dynamic.sortKeys == [SortKey("likes", ascending: false)])
    #expect(try room.context.count(dynamic) == 1)
    // Of an entity that inherits as well.
    #expect(try room.context.fetchRequest(named: "everybody", entity: "Company").entityName == "Company")
    #expect(try FetchRequest<Article>(named: "titled", variables: ["titles": ["x"]]).predicate != nil)
  }

  @Test func mistakesAreNamed() throws {
    let room = try filled()
    for (name, variables) in [
      ("likd", [:]), ("liked", [:]), ("liked", ["least": 1]),
      ("liked", ["least": 1, "writer": 2, "other": 3]),
    ] as [(String, [String: Int])] {
      let error = #expect(throws: QueryError.self) {
        let request: FetchRequest<Article> = try room.context.fetchRequest(named: name, variables: variables)
        _ = try room.context.fetch(request)
      }
      if name == "likd" { #expect(error?.suggestion == "liked") }
    }
    #expect(throws: GraphError.self) { try room.context.fetchRequest(named: "liked", entity: "Artikle") }
  }

  @Test func aContainerRefusesPredicatesThatFitNoModel() throws {
    let model = try EntityModel(
      json: """
        { "model": "Wrong", "entities": [ { "name": "Thing",
          "attributes": [ { "name": "title", "type": "string" }, { "name": "number", "type": "int64" } ],
          "fetchRequests": [
            { "name": "good", "predicate": "title == $title AND number BETWEEN $range" },
            { "name": "typo", "predicate": "titel == $title" },
            { "name": "syntax", "predicate": "title == " },
            { "name": "kinds", "predicate": "number CONTAINS 'a'" } ] } ] }
        """, file: "Wrong.json")
    let error = #expect(throws: ModelError.self) {
      try PersistentContainer(model: model, location: .inMemory)
    }
    #expect(
      error?.mistakes.map(\.path) == [1, 2, 3].map { "entities[0].fetchRequests[\($0)].predicate" })
    #expect(error?.mistakes.map(\.file) == ["Wrong.json", "Wrong.json", "Wrong.json"])
    #expect(error?.mistakes.first?.message.contains("did you mean \"title\"") == true)
  }
}
