import Foundation
import Graphstore
import Testing

@Suite("Rows of values instead of objects")
struct ProjectionTests {
  private let a = Article.Properties.self
  private let w = Writer.Properties.self

  private func filled() throws -> Newsroom {
    let room = try Newsroom()
    let ann = room.writer("Ann", rank: 2)
    let ben = room.writer("Ben", rank: 5, mentor: ann)
    _ = room.writer("Cyd", mentor: ben)
    room.article("Herons", by: ann, likes: 7)
    room.article("Storks", by: ann, likes: 1)
    room.article("Roads", by: ben, likes: 3)
    room.article("Orphan", by: nil, likes: 9)
    return room
  }

  // MARK: Values of each object

  @Test func tuplesOfChosenProperties() throws {
    try filled().everywhere { (room) throws in
      let request = FetchRequest<Article>(sortKeys: [a.likes.ascending])
      let rows: [(String, Int64, String?)] = try room.context.fetch(
        request.select(a.title, a.likes, a.writer.to(w.name)))
      #expect(rows.map(\.0) == ["Storks", "Roads", "Herons", "Orphan"])
      #expect(rows.map(\.1) == [1, 3, 7, 9])
      #expect(rows.map(\.2) == ["Ann", "Ben", "Ann", nil])
    }
  }

  @Test func oneColumnIsItsValues() throws {
    try filled().everywhere { (room) throws in
      let titles: [String] = try room.context.fetch(FetchRequest<Article>().select(a.title))
      #expect(titles == ["Herons", "Storks", "Roads", "Orphan"])
      #expect(try room.context.first(FetchRequest<Article>().select(a.title)) == "Herons")
      #expect(
        try room.context.fetch(Article.self, where: a.likes > 5, select: a.title) == ["Herons", "Orphan"])
    }
  }

  @Test func expressionsAreColumns() throws {
    try filled().everywhere { (room) throws in
      let rows = try room.context.fetch(
        Writer.self, select: w.name, (w.rank ?? 0) * 10 + 1, w.articles.count, w.articles.sum(a.likes))
      #expect(rows.map(\.1) == [21, 51, 1])
      #expect(rows.map(\.2) == [2, 1, 0])
      #expect(rows.map(\.3) == [8, 3, 0])
    }
  }

  @Test func objectsAreIDs() throws {
    try filled().everywhere { (room) throws in
      let rows = try room.context.fetch(Article.self, select: a.title, a.writer.id)
      let ann = try #require(try room.context.first(FetchRequest<Writer>(format: "name == 'Ann'")))
      #expect(rows.map(\.1)[..<2] == [ann.id, ann.id])
      #expect(rows.last?.1 == nil)
      let id = try #require(rows[2].1)
      #expect(try room.context.object(with: id, as: Writer.self).name == "Ben")
    }
  }

  @Test func windowsAndCursorsAreThoseOfTheObjects() throws {
    try filled().everywhere { (room) throws in
      var request = FetchRequest<Article>(sortKeys: [a.likes.descending])
      request.fetchLimit = 2
      request.fetchOffset = 1
      #expect(try room.context.fetch(request.select(a.title)) == ["Herons", "Roads"])
      request.fetchOffset = 0
      let page = try room.context.fetchPage(request)
      #expect(try room.context.fetch(request.after(page.next).select(a.title)) == ["Roads", "Storks"])
    }
  }

  // G02
  @Test func rowsThatAreEqualCountOnce() throws {
    try filled().everywhere { (room) throws in
      let rows = try room.context.fetch(FetchRequest<Article>().select(a.writer.to(w.name)).distinct())
      #expect(rows == [nil, "Ann", "Ben"])
      let sorted = FetchRequest<Article>(sortKeys: [SortKey("writer.name", ascending: false)])
      #expect(try room.context.fetch(sorted.select(a.writer.to(w.name)).distinct()) == ["Ben", "Ann", nil])
      let limited = FetchRequest<Article>().select(a.writer.to(w.name)).distinct().limited(to: 1, offset: 1)
      #expect(try room.context.fetch(limited) == ["Ann"])
      // What is not in the rows cannot sort them.
      #expect(throws: QueryError.self) {
        try room.context.fetch(
          FetchRequest<Article>(sortKeys: [a.likes.ascending]).select(a.writer.to(w.name)).distinct())
      }
    }
  }

  // G01
  @Test func allAttributesAreTheColumnsWhereNoneAreNamed() throws {
    try filled().everywhere { (room) throws in
      let rows = try room.context.fetch(try FetchRequest<Article>().select([]))
      #expect(rows.first?.names == ["title", "likes", "text", "tags"])
      #expect(rows.first?.values == [.string("Herons"), .int(7), .null, .null])
    }
  }

  struct Line: Decodable, Equatable {
    let title: String
    let likes: Int
    let text: String?
    let author: String?
  }

  @Test func rowsAreDecodedByName() throws {
    try filled().everywhere { (room) throws in
      let request = FetchRequest<Article>(sortKeys: [a.likes.descending])
      let lines = try room.context.fetch(
        request.select(a.title, a.likes, a.text, a.writer.to(w.name).named("author"), as: Line.self))
      #expect(lines.first == Line(title: "Orphan", likes: 9, text: nil, author: nil))
      #expect(lines.last == Line(title: "Storks", likes: 1, text: nil, author: "Ann"))
      #expect(throws: DecodingError.self) {
        try room.context.fetch(request.select(a.title, as: Line.self))
      }
      struct Attributes: Decodable { let title: String, likes: Double? }
      #expect(throws: DecodingError.self) { try room.context.fetch(request.select(as: Attributes.self)) }
    }
  }

  // G09
  @Test func whatIsNoSingleValueIsRefused() throws {
    let room = try filled()
    let request = FetchRequest<Article>()
    for column in ["topics", "topics.name", "nosuch", "writer.nosuch", "sum(title)", "sum()", "likes ==", ""]
    {
      #expect(throws: QueryError.self, "\(column)") {
        try room.context.fetch(try request.select([column]))
      }
    }
    // A token of another entity.
    #expect(throws: QueryError.self) {
      try room.context.fetch(FetchRequest<Writer>().select(w.name, Article.Properties.title))
    }
  }

  // MARK: Groups

  @Test func groupsBehindARelationship() throws {
    try filled().everywhere { (room) throws in
      let rows = try room.context.fetch(
        FetchRequest<Article>()
          .select(
            a.writer.to(w.name), Article.objectCount, a.likes.sum(), a.likes.average(), a.likes.minimum(),
            a.likes.maximum(), a.text.count(), a.title.countDistinct()
          ).grouped(by: a.writer.to(w.name)))
      #expect(rows.map(\.0) == [nil, "Ann", "Ben"])
      #expect(rows.map(\.1) == [1, 2, 1])
      #expect(rows.map(\.2) == [9, 8, 3])
      #expect(rows.map(\.3) == [9, 4, 3])
      #expect(rows.map(\.4) == [9, 1, 3])
      #expect(rows.map(\.5) == [9, 7, 3])
      #expect(rows.map(\.6) == [0, 0, 0])
      #expect(rows.map(\.7) == [1, 2, 1])
    }
  }

  // G06
  @Test func conditionsAndOrdersOfGroups() throws {
    try filled().everywhere { (room) throws in
      let all = FetchRequest<Article>().select(a.writer.to(w.name), a.likes.sum()).grouped(
        by: a.writer.to(w.name))
      #expect(try room.context.fetch(all.having(a.likes.sum() > 5)).map(\.1) == [9, 8])
      #expect(
        try room.context.fetch(all.having(a.likes.sum() > 5 && Article.objectCount == 2)).map(\.1) == [8])
      #expect(try room.context.fetch(all.having(!(a.likes.maximum() < 5))).map(\.0) == [nil, "Ann"])
      #expect(
        try room.context.fetch(all.sorted(by: a.likes.sum().ascending)).map(\.0) == ["Ben", "Ann", nil])
      #expect(
        try room.context.fetch(
          all.sorted(by: Article.objectCount.descending, GroupOrder(a.writer.to(w.name), ascending: false))
        ).map(\.0) == ["Ann", "Ben", nil])
      #expect(
        try room.context.fetch(all.sorted(by: a.likes.sum().descending).limited(to: 1, offset: 1)).map(\.0)
          == ["Ann"])
      let named = FetchRequest<Article>().select(a.writer.to(w.name), a.likes.sum().named("total"))
        .grouped(by: a.writer.to(w.name))
      #expect(try room.context.fetch(named.having(QueryPredicate(format: "total < 9"))).map(\.1) == [8, 3])
    }
  }

  @Test func allObjectsAreOneGroup() throws {
    try filled().everywhere { (room) throws in
      let request = FetchRequest<Article>(where: a.likes > 1)
      let rows = try room.context.fetch(request.select(Article.objectCount, a.likes.sum(), a.likes.maximum()))
      #expect(rows.count == 1 && rows[0] == (3, 19, 9))
      // Of no objects as well.
      let none = FetchRequest<Article>(where: a.likes > 100)
      let nothing = try room.context.fetch(
        none.select(Article.objectCount, a.likes.sum(), a.likes.maximum(), a.likes.average()))
      #expect(nothing.count == 1 && nothing[0] == (0, 0, nil, nil))
      #expect(try room.context.fetch(none.select(a.title, a.likes.sum()).grouped(by: a.title)).isEmpty)
    }
  }

  // G07
  @Test func whatAGroupDoesNotHaveInCommonIsRefused() throws {
    let room = try filled()
    let error = #expect(throws: QueryError.self) {
      try room.context.fetch(
        FetchRequest<Article>().select(a.title, a.likes.sum()).grouped(by: a.writer.to(w.name)))
    }
    #expect(error?.keyPath == "title")
    #expect(throws: QueryError.self) {
      try room.context.fetch(FetchRequest<Article>().select(a.title, Article.objectCount))
    }
    let request = FetchRequest<Article>()
    for (columns, groups) in [
      (["count()"], ["topics"]), (["count()"], ["topics.name"]), (["count()"], ["sum(likes)"]),
      (["likes", "count()"], ["title"]), (["sum(topics)"], []),
    ] {
      #expect(throws: QueryError.self, "\(columns) by \(groups)") {
        try room.context.fetch(try request.select(columns, groupedBy: groups))
      }
    }
    #expect(throws: QueryError.self) {
      try room.context.fetch(
        try request.select(["count()"], groupedBy: ["title"], having: QueryPredicate(format: "nosuch > 1")))
    }
  }

  @Test func columnsByTheirText() throws {
    try filled().everywhere { (room) throws in
      let rows = try room.context.fetch(
        try FetchRequest<ManagedObject>(entityName: "Article").select(
          [
            "writer.name AS who", "count()", "sum:(likes) AS total", "average(likes)",
            "count(distinct writer)",
            "max(likes + 1)",
          ], groupedBy: ["writer.name"], having: QueryPredicate(format: "total >= 8")))
      #expect(
        rows.first?.names == [
          "who", "count()", "total", "average(likes)", "count(distinct writer)", "max(likes + 1)",
        ])
      #expect(rows.map { $0["who"] } == [.null, .string("Ann")])
      #expect(rows.map { $0.values[3] } == [.double(9), .double(4)])
      #expect(try rows[1].value(forKey: "total", as: Int.self) == 8)
      #expect(try rows[1].value(forKey: "max(likes + 1)", as: Int.self) == 8)
      #expect(try rows[0].value(forKey: "who", as: String.self) == nil)
      #expect(throws: GraphError.self) { try rows[0].value(forKey: "whom", as: String.self) }
      #expect(throws: GraphError.self) { try rows[1].value(forKey: "who", as: Int.self) }
    }
  }

  @Test func sumsOfIntegersDoNotWrap() throws {
    try filled().everywhere { (room) throws in
      let request = FetchRequest<Article>()
      let big = a.likes + (Int64.max - 10)
      #expect(throws: QueryError.self) { try room.context.fetch(request.select(big.sum())) }
      #expect(try room.context.fetch(request.select(a.likes.sum())) == [20])
    }
  }

  @Test func withoutUnsavedChangesTheStoreAlone() throws {
    let room = try filled()
    try room.context.save()
    let reader = room.container.newContext()
    let article = Article(in: room.context, title: "Unsaved")
    article.likes = 100
    article.writer = try room.context.first(FetchRequest<Writer>(format: "name == 'Ben'"))
    var request = FetchRequest<Article>()
    #expect(try room.context.fetch(request.select(a.likes.maximum())) == [100])
    #expect(try reader.fetch(request.select(a.likes.maximum())) == [9])
    // G03, P05
    request.includesPendingChanges = false
    #expect(try room.context.fetch(request.select(a.likes.maximum())) == [9])
    let statements = try room.container.statementsRun {
      _ = try reader.fetch(
        request.select(a.writer.to(w.name), a.likes.sum()).grouped(by: a.writer.to(w.name)))
    }
    #expect(statements <= 2)
    #expect(reader.registeredObjects.isEmpty)
  }

  // MARK: Sections

  @Test func sectionsBehindARelationship() throws {
    try filled().everywhere { (room) throws in
      let request = FetchRequest<Article>(sortKeys: [a.title.descending])
      let sections = try room.context.fetch(request, sectionedBy: a.writer.to(w.name))
      #expect(sections.map(\.value) == [nil, "Ann", "Ben"])
      #expect(sections.map(\.name) == ["", "Ann", "Ben"])
      #expect(sections.map { $0.map(\.title) } == [["Orphan"], ["Storks", "Herons"], ["Roads"]])
      let down = try room.context.fetch(request, sectionedBy: \.likes, ascending: false)
      #expect(down.map(\.value) == [9, 7, 3, 1])
      let behind = FetchRequest<Article>(sortBy: [
        SortDescriptor(\.writer?.name, order: .reverse), SortDescriptor(\.likes),
      ])
      #expect(try room.context.fetch(behind).map(\.title) == ["Roads", "Storks", "Herons", "Orphan"])
      #expect(
        try room.context.fetch(request, sectionedBy: \.writer?.name).map(\.value) == [nil, "Ann", "Ben"])
      let byLength = try room.context.fetch(request, sectionedBy: a.title.length)
      #expect(byLength.map(\.count) == [1, 3])
      let dynamic = FetchRequest<ManagedObject>(entityName: "Article")
      #expect(try room.context.fetch(dynamic, sectionedBy: "writer.name").map(\.count) == [1, 2, 1])
      #expect(throws: QueryError.self) { try room.context.fetch(dynamic, sectionedBy: "writer") }
    }
  }

  @Test func sectionsCostNoQueryAnObject() throws {
    let room = try filled()
    try room.context.save()
    let reader = room.container.newContext()
    _ = try room.container.newContext().count(FetchRequest<Article>())
    let statements = try room.container.statementsRun {
      _ = try reader.fetch(FetchRequest<Article>(), sectionedBy: a.writer.to(w.name))
    }
    #expect(statements <= 3)
  }

  // MARK: Orders

  @Test func numbersInTextsAreNumbers() throws {
    let room = try Newsroom()
    for title in ["file10", "file2", "File1", "file02b", "file", "file2a", "9", "10", "é3", "e20"] {
      room.article(title, by: nil)
    }
    try room.everywhere { (room) throws in
      let request = FetchRequest<Article>(sortKeys: try SortKey.parse("title[#], title"))
      #expect(
        try room.context.fetch(request).map(\.title) == [
          "9", "10", "File1", "e20", "file", "file2", "file2a", "file02b", "file10", "é3",
        ])
      let folded = FetchRequest<Article>(sortKeys: [
        a.title.ascending([.numeric, .caseInsensitive, .diacriticInsensitive])
      ])
      #expect(
        try room.context.fetch(folded).map(\.title) == [
          "9", "10", "é3", "e20", "file", "File1", "file2", "file2a", "file02b", "file10",
        ])
    }
  }

  @Test func computedKeysSort() throws {
    try filled().everywhere { (room) throws in
      let request = FetchRequest<Article>(sortKeys: [(a.likes % 4).descending, a.title.ascending])
      #expect(try room.context.fetch(request).map(\.title) == ["Herons", "Roads", "Orphan", "Storks"])
      let text = FetchRequest<Writer>(sortKeys: try SortKey.parse("articles.@count desc, name desc"))
      #expect(try room.context.fetch(text).map(\.name) == ["Ann", "Ben", "Cyd"])
      var paged = FetchRequest<Article>(sortKeys: [(a.likes + 3).descending])
      paged.fetchLimit = 2
      let page = try room.context.fetchPage(paged)
      #expect(try room.context.fetch(paged.after(page.next)).map(\.title) == ["Roads", "Storks"])
    }
    for text in ["likes +", "likes desc asc", "title[", "a, , b"] {
      #expect(throws: QueryError.self, "\(text)") { try SortKey.parse(text) }
    }
  }
}
