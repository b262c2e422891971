import GraphModel
import GraphQuery
import GraphSQL
import GraphValues
import SQLSyntax
import QueryDifferential
import Testing

@Suite("Relationships as SQL")
struct RelationshipSQLTests {
  private let database: GraphDatabase

  init() throws { database = try GraphDatabase(Relations.model) }

  private func resolved(_ format: String, _ entity: String) throws -> (ResolvedPredicate, ResolvedEntity) {
    let entity = try Relations.entity(entity)
    return (
      try QueryPredicate(format: format).resolve(in: entity, model: Relations.model, store: Relations.store),
      entity
    )
  }

  private func sql(_ format: String, _ entity: String = "Post") throws -> String {
    let (predicate, entity) = try resolved(format, entity)
    return try database.sql(predicate, of: entity).text
  }

  private func plan(_ format: String, _ entity: String = "Post") throws -> [String] {
    let (predicate, entity) = try resolved(format, entity)
    return try database.plan(predicate, of: entity)
  }

  @Test func toOnesAreListsOfKeys() throws {
    #expect(
      try sql("author.name == 'x'")
        == #""author" IN (SELECT "_1"."_id" FROM "Author" AS "_1" WHERE "_1"."name" = ?1)"#)
    #expect(
      try sql("author.name != 'x'")
        == #"("author" IS NULL OR "author" NOT IN (SELECT "_1"."_id" FROM "Author" AS "_1" WHERE "_1"."name" = ?1))"#
    )
    #expect(
      try sql("author.employer.vat == 'x'")
        == #""author" IN (SELECT "_1"."_id" FROM "Author" AS "_1" JOIN "Party" AS "_2" "#
        + #"ON "_2"."_id" = "_1"."employer" WHERE "_2"."vat" = ?1)"#)
    #expect(try sql("author == nil") == #""author" IS NULL"#)
    #expect(try sql("editor.entity.name == 'Bank'").hasSuffix(#"WHERE "_1"."_entity" IN (3))"#))
  }

  @Test func whatAnIndexHasNarrowedIsLookedUpObjectByObject() throws {
    #expect(
      try sql("mentor.rank == 5 AND name == 'x'", "Author")
        == #"(EXISTS (SELECT 1 FROM "Author" AS "_1" WHERE "_1"."_id" = "Author"."mentor" AND "_1"."rank" = ?1) "#
        + #"AND "name" = ?2)"#)
    #expect(try sql("mentor.name == 'y' AND name == 'x'", "Author").contains(#""mentor" IN (SELECT"#))
  }

  @Test func pathsThatNoJoinHoldsAreRefused() throws {
    let path = { (count: Int) in
      Array(repeating: "mentor", count: count).joined(separator: ".") + ".name == 'x'"
    }
    #expect(try !plan(path(50), "Author").isEmpty)
    #expect(throws: QueryError.self) { _ = try sql(path(70), "Author") }
  }

  @Test func toManysAreListsOfOwners() throws {
    #expect(
      try sql("ANY posts.title CONTAINS 'x'", "Author")
        == #""_id" IN (SELECT "_1"."author" FROM "Post" AS "_1" WHERE instr("_1"."title", ?1) > 0)"#)
    #expect(
      try sql("NONE tags.name == 'x'")
        == #""_id" NOT IN (SELECT "_1"."source" FROM "_Post_tags" AS "_1" JOIN "Tag" AS "_2" "#
        + #"ON "_2"."_id" = "_1"."target" WHERE "_2"."name" = ?1)"#)
    #expect(
      try sql("posts.@count > 3", "Tag")
        == #"(SELECT count(*) FROM "_Post_tags" AS "_1" WHERE "_1"."target" = "Tag"."_id") > ?1"#)
    #expect(
      try sql("ANY friends.name == 'x'", "Author").hasPrefix(
        #"EXISTS (SELECT 1 FROM "Author" AS "_1" WHERE "_1"."_id" IN (SELECT "target" FROM "_Author_friends""#
      ))
    #expect(
      try sql("posts.@count == 0", "Author")
        == #""_id" NOT IN (SELECT "_1"."author" FROM "Post" AS "_1" WHERE "_1"."author" IS NOT NULL)"#)
  }

  @Test func indexesLeadFromTheOtherObjectsBack() throws {
    let author = try plan("author.name == 'x'")
    #expect(
      author.contains { $0.contains("SEARCH Post USING COVERING INDEX Post author (author=?)") }, "\(author)")
    #expect(author.contains { $0.contains("INDEX Author by 0 (name=?)") }, "\(author)")
    let posts = try plan("ANY posts.author.name == 'x'", "Tag")
    #expect(posts.contains { $0.contains("SEARCH Tag USING INTEGER PRIMARY KEY") }, "\(posts)")
    #expect(posts.contains { $0.contains("INDEX Author by 0 (name=?)") }, "\(posts)")
    #expect(!posts.contains { $0.contains("SCAN") }, "\(posts)")
    let count = try plan("posts.@count > 3", "Author")
    #expect(count.contains { $0.contains("COVERING INDEX Post author (author=?)") }, "\(count)")
    let friends = try plan("name == 'x' AND ANY friends.name == 'y'", "Author")
    #expect(!friends.contains { $0.hasPrefix("SCAN") }, "\(friends)")
  }

  @Test func nestedConditionsStayWithinSQLitesParser() throws {
    var format = "$v0.title == 'x' AND $v0.likes > 3"
    for level in 0..<12 {
      format =
        level % 2 == 0
        ? "SUBQUERY($v\(level + 1).posts, $v\(level), \(format)).@count > 2 OR $v\(level + 1).name == title"
        : "SUBQUERY($v\(level + 1).tags, $v\(level), \(format)).@count > 0 AND $v\(level + 1).likes > 1"
      let whole = format.replacing("$v\(level + 1).", with: "")
      let entity = level % 2 == 0 ? "Tag" : "Post"
      let predicate = try resolved(whole.replacing(" == title", with: " == 'x'"), entity)
      do {
        _ = try database.keys(predicate.0, of: predicate.1)
      } catch let error as QueryError {
        #expect(error.code == .tooComplex)
        #expect(level >= 3)
      }
    }
  }

  @Test func sortsGoThroughToOnes() throws {
    let entity = try Relations.entity("Post")
    let sort = try ResolvedSort.resolve(
      try SortKey.parse("author.name desc, author.mentor.name[c]"), in: entity, model: Relations.model)
    #expect(
      try SortCompiler(QuerySchema(Relations.model)).compile(sort, entity: entity).text
        == #"ORDER BY (SELECT "_1"."name" FROM "Author" AS "_1" WHERE "_1"."_id" = "Post"."author") DESC, "#
        + #"graphstore_fold_c((SELECT "_2"."name" FROM "Author" AS "_1" JOIN "Author" AS "_2" "#
        + #"ON "_2"."_id" = "_1"."mentor" WHERE "_1"."_id" = "Post"."author")), "_id""#)
  }
}
