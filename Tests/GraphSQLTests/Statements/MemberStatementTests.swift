import GraphModel
import GraphSQL
import SQLSyntax
import Testing

@Suite("Statements read the members of to-many relationships")
struct MemberStatementTests {
  /// The owner, the place and the member's key of all rows of a statement.
  private func triples(
    _ database: SchemaDatabase, _ statements: MemberStatements, _ text: String, _ bindings: [SQLValue]
  ) throws -> [[Int64?]] {
    let rows = try database.integers(text, bindings)
    guard let ownerSlot = statements.ownerSlot else { return rows.map { Array($0[..<3]) } }
    return rows.map { row in
      [row[3 + ownerSlot], statements.orderSlot.map { row[3 + $0] } ?? 0, row[0]]
    }
  }

  private func statements(_ database: SchemaDatabase, _ entity: String, _ name: String) throws
    -> MemberStatements
  {
    try #require(
      MemberStatements(database.relationship(entity, name), model: database.model, layout: database.layout))
  }

  @Test func membersThatHoldTheKey() throws {
    let database = try SchemaDatabase(
      """
      { "name": "Author", "attributes": [], "relationships": [
          { "name": "posts", "to": "Post", "many": true, "ordered": true, "inverse": "author" },
          { "name": "drafts", "to": "Post", "many": true, "inverse": "writer" } ] },
      { "name": "Post", "attributes": [ { "name": "title", "type": "string", "optional": true } ], "relationships": [
          { "name": "author", "to": "Author", "optional": true, "inverse": "posts" },
          { "name": "writer", "to": "Author", "optional": true, "inverse": "drafts" } ] }
      """)
    try database.execute(
      """
      INSERT INTO Author VALUES (1, 1), (2, 1), (3, 1);
      INSERT INTO Post (_id, _version, author, _author_order, writer) VALUES
        (10, 1, 2, 5, 1), (11, 1, 2, -5, 1), (12, 1, 1, 7, NULL), (13, 1, 2, NULL, 3), (14, 1, NULL, NULL, 3),
        (15, 1, 2, 5, 1)
      """)
    let posts = try statements(database, "Author", "posts")
    #expect(
      try triples(database, posts, posts.rows(of: .list), ["[2, 1]"]) == [
        [1, 7, 12], [2, nil, 13], [2, -5, 11], [2, 5, 10], [2, 5, 15],
      ])
    #expect(try triples(database, posts, posts.rows(of: .range), [2, 3]).count == 4)
    #expect(try triples(database, posts, posts.rows(of: .one), [1]) == [[1, 7, 12]])
    #expect(
      try triples(
        database, posts, posts.rows(of: .one, where: [#"m."_id" NOT IN (SELECT value FROM json_each(?2))"#]),
        [2, "[11, 13]"]) == [[2, 5, 10], [2, 5, 15]])
    #expect(try database.integers(posts.count(of: .one), [2]) == [[4]])
    #expect(try database.integers(posts.lastOrders(of: .list), ["[1, 2, 3]"]) == [[1, 7], [2, 5]])
    #expect(posts.link == nil)
    let drafts = try statements(database, "Author", "drafts")
    #expect(
      try triples(database, drafts, drafts.rows(of: .list), ["[3, 1]"]) == [
        [1, 0, 10], [1, 0, 11], [1, 0, 15], [3, 0, 13], [3, 0, 14],
      ])
    #expect(
      try database.plan(drafts.count(of: .one))
        == "SEARCH m USING COVERING INDEX Post_reference_writer (writer=?)")
    #expect(try !database.plan(posts.rows(of: .range)).contains("TEMP B-TREE"))
  }

  @Test func membersOfOneSiblingWhereSeveralShareTheColumn() throws {
    let database = try SchemaDatabase(
      """
      { "name": "Place", "attributes": [] },
      { "name": "Animal", "attributes": [] },
      { "name": "Dog", "parent": "Animal", "attributes": [], "relationships": [
        { "name": "home", "to": "Place", "optional": true, "inverse": null } ] },
      { "name": "Cat", "parent": "Animal", "attributes": [], "relationships": [
        { "name": "home", "to": "Place", "optional": true, "inverse": null } ] }
      """)
    try database.execute(
      "INSERT INTO Place VALUES (1, 1); INSERT INTO Animal VALUES (1, 1, 1, 1), (2, 1, 2, 1), (3, 1, 1, 1)")
    let implicit = try #require(
      database.model.relationships.first { $0.isImplicit && $0.destination == "Dog" })
    let statements = try #require(
      MemberStatements(implicit, model: database.model, layout: database.layout))
    #expect(try triples(database, statements, statements.rows(of: .one), [1]) == [[1, 0, 1], [1, 0, 3]])
    #expect(try database.integers(statements.count(of: .one), [1]) == [[2]])
  }

  @Test func membersInAJoinTable() throws {
    let database = try SchemaDatabase(JoinLayoutTests.model)
    try database.execute(
      """
      INSERT INTO Song VALUES (1, 1), (2, 1), (3, 1); INSERT INTO List VALUES (1, 1), (2, 1);
      INSERT INTO _Song_lists VALUES (1, 1, 9), (2, 1, 8), (3, 1, 8), (3, 2, NULL)
      """)
    let songs = try statements(database, "List", "songs")
    #expect(songs.leadingColumns == 2)
    #expect(
      try triples(database, songs, songs.rows(of: .list), ["[1, 2]"]) == [
        [1, 8, 2], [1, 8, 3], [1, 9, 1], [2, nil, 3],
      ])
    #expect(try database.integers(songs.lastOrders(of: .list), ["[1, 2]"]) == [[1, 9]])
    let lists = try statements(database, "Song", "lists")
    #expect(
      try triples(database, lists, lists.rows(of: .range), [1, 3]) == [
        [1, 0, 1], [2, 0, 1], [3, 0, 1], [3, 0, 2],
      ])
    #expect(try database.integers(lists.count(of: .one), [3]) == [[2]])
    #expect(
      try database.integers(lists.count(of: .one, where: [#"m."_id" <> ?2"#]), [3, 2]) == [[1]])
    let (songLink, listLink) = (try #require(songs.link), try #require(lists.link))
    #expect(try database.rows(songLink, [2, 3]).count == 1)
    #expect(try database.rows(songLink, [2, 1]).isEmpty)
    #expect(try database.rows(listLink, [3, 2]).count == 1)
    #expect(try database.rows(listLink, [2, 3]).isEmpty)
  }

  @Test func aSelfInversePairIsEachOnesMember() throws {
    let database = try SchemaDatabase(JoinLayoutTests.model)
    try database.execute(
      """
      INSERT INTO Person VALUES (1, 1), (2, 1), (3, 1);
      INSERT INTO _Person_friends VALUES (1, 2, 50, 60), (2, 3, 10, 70), (2, 2, 40, 40)
      """)
    let friends = try statements(database, "Person", "friends")
    #expect(
      try triples(database, friends, friends.rows(of: .list), ["[1,2,3]"]) == [
        [1, 50, 2], [2, 10, 3], [2, 40, 2], [2, 60, 1], [3, 70, 2],
      ])
    #expect(try database.integers(friends.count(of: .one), [2]) == [[3]])
    #expect(try database.integers(friends.lastOrders(of: .list), ["[2,3]"]) == [[2, 60], [3, 70]])
    let link = try #require(friends.link)
    for (owner, member, isThere) in [(1, 2, true), (2, 1, true), (2, 2, true), (1, 3, false), (1, 1, false)] {
      #expect(
        try database.rows(link, [.integer(Int64(owner)), .integer(Int64(member))]).isEmpty != isThere)
    }
    let idols = try statements(database, "Person", "idols")
    try database.execute("INSERT INTO _Person_idols VALUES (2, 1)")
    #expect(try triples(database, idols, idols.rows(of: .list), ["[1,2]"]) == [[2, 0, 1]])
    let fans = try statements(database, "Person", "fans")
    #expect(try triples(database, fans, fans.rows(of: .list), ["[1,2]"]) == [[1, 0, 2]])
  }

  @Test func aToOneHasNoMembers() throws {
    let database = try SchemaDatabase(
      #"{ "name": "A", "attributes": [], "relationships": [ { "name": "b", "to": "A", "optional": true, "inverse": null } ] }"#
    )
    #expect(
      MemberStatements(try database.relationship("A", "b"), model: database.model, layout: database.layout)
        == nil)
  }
}
