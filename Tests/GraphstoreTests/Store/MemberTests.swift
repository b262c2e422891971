import GraphModel
import GraphValues
import ObjectGraph
import Testing

@testable import SQLiteStore

@Suite("Members of to-many relationships")
struct MemberTests {
  private static let blog = """
    { "model": "Blog", "entities": [
      { "name": "Author", "attributes": [ { "name": "name", "type": "string" } ], "relationships": [
        { "name": "posts", "to": "Post", "many": true, "inverse": "author", "onDelete": "cascade" },
        { "name": "pages", "to": "Post", "many": true, "ordered": true, "inverse": "writer" },
        { "name": "tags", "to": "Tag", "many": true, "ordered": true, "inverse": "authors" },
        { "name": "friends", "to": "Author", "many": true, "ordered": true, "inverse": "friends" } ] },
      { "name": "Post", "attributes": [ { "name": "title", "type": "string" } ], "relationships": [
        { "name": "author", "to": "Author", "optional": true, "inverse": "posts" },
        { "name": "writer", "to": "Author", "optional": true, "inverse": "pages" } ] },
      { "name": "Tag", "attributes": [ { "name": "word", "type": "string" } ], "relationships": [
        { "name": "authors", "to": "Author", "many": true, "inverse": "tags" } ] } ] }
    """

  private func filled(authors: Int64, postsEach: Int64) throws -> BareStore {
    let store = try BareStore(Self.blog)
    try store.insert("Author", (1...authors).map { ($0, ["name": .text("author \($0)")]) })
    // Posts go round the authors, so that an author's posts lie apart.
    try store.insert(
      "Post",
      (0..<authors * postsEach).map { index in
        (
          index + 1,
          [
            "title": .text("post \(index)"), "author": .integer(index % authors + 1),
            "writer": .integer(index % authors + 1), "_writer_order": .integer(-index),
          ]
        )
      })
    return store
  }

  @Test(
    "of one owner, of some and of all come owner by owner, in the order of keys", arguments: [1, 3, 40, 300])
  func unordered(count: Int) throws {
    let store = try filled(authors: 300, postsEach: 4)
    let relationship = try store.relationship("Author", "posts")
    for stride in [Int64(1), 2, 5] {
      let owners = (0..<Int64(count)).map { $0 * stride + 1 }
      let members = try store.members(relationship, of: owners.reversed())
      members.checkRows()
      let expected = Dictionary(
        uniqueKeysWithValues: owners.filter { $0 <= 300 }.map { owner in
          (owner, (0..<4).map { owner + 300 * $0 })
        })
      #expect(members.byOwner == expected)
      #expect(members.orders.isEmpty)
    }
  }

  @Test("of an ordered relationship come in the order of the list", arguments: [1, 40, 300])
  func ordered(count: Int64) throws {
    let store = try filled(authors: 300, postsEach: 4)
    let members = try store.members(try store.relationship("Author", "pages"), of: Array(1...count))
    members.checkRows()
    for owner in 1...count {
      #expect(members.byOwner[owner] == (0..<4).reversed().map { owner + 300 * $0 })
    }
    #expect(members.orders.count == Int(count) * 4)
  }

  @Test("without an order come first")
  func missingOrder() throws {
    let store = try filled(authors: 1, postsEach: 3)
    try store.raw.execute(#"UPDATE "Post" SET "_writer_order" = NULL WHERE "_id" = 2"#)
    let members = try store.members(try store.relationship("Author", "pages"), of: [1])
    #expect(members.rows.keys == [2, 3, 1])
    #expect(members.orders == [MemberRows.missingOrder, -2, 0])
  }

  @Test("that are known are not read, and those that are excluded are left out")
  func knownAndExcluded() throws {
    let store = try filled(authors: 300, postsEach: 4)
    for name in ["posts", "pages"] {
      let relationship = try store.relationship("Author", name)
      let members = try store.members(relationship, of: Array(1...300), excluding: [7, 307]) { key, _ in
        key % 2 == 0
      }
      members.checkRows()
      #expect(members.rows.count == 1198)
      #expect(members.byOwner[7]?.sorted() == [607, 907])
      #expect(members.rows.knownRows.count == 600)
      #expect(members.rows.batches.reduce(0) { $0 + $1.count } == 598)
      let query = MemberQuery(relationship, owners: [7], excludedKeys: [7, 307])
      #expect(try store.store.memberCount(query) == 2)
    }
  }

  @Test("of a join table come from both sides, read once")
  func joined() throws {
    let store = try filled(authors: 3, postsEach: 0 + 1)
    try store.insert("Tag", (1...4).map { ($0, ["word": .text("tag \($0)")]) })
    let tags = try store.relationship("Author", "tags")
    let authors = try store.relationship("Tag", "authors")
    try store.link(
      tags,
      [
        .init(source: 1, target: 1, sourceOrder: 20), .init(source: 1, target: 2, sourceOrder: 10),
        .init(source: 2, target: 2, sourceOrder: 5), .init(source: 2, target: 4, sourceOrder: 4),
        .init(source: 3, target: 2, sourceOrder: 1),
      ])
    let members = try store.members(tags, of: [1, 2, 3])
    members.checkRows()
    #expect(members.byOwner == [1: [2, 1], 2: [4, 2], 3: [2]])
    #expect(members.orders == [10, 20, 4, 5, 1])
    #expect(members.rows.knownRows == [3, 4], "tag 2 is read for the first author")
    #expect(try store.members(authors, of: [2, 3, 4]).byOwner == [2: [1, 2, 3], 4: [2]])
    #expect(try store.members(authors, of: [2]).byOwner == [2: [1, 2, 3]])
    #expect(try store.store.memberCount(MemberQuery(tags, owners: [1])) == 2)
    #expect(try store.store.memberCount(MemberQuery(authors, owners: [2], excludedKeys: [3])) == 2)
    #expect(try store.store.hasLink(tags, owner: 1, member: 2))
    #expect(try !store.store.hasLink(tags, owner: 2, member: 1))
    #expect(try store.store.hasLink(authors, owner: 4, member: 2))
    #expect(try store.store.lastOrders(tags, owners: [1, 2, 3, 9]) == [1: 20, 2: 5, 3: 1])
  }

  @Test("of a relationship that is its own inverse are found from both ends of a pair")
  func selfInverse() throws {
    let store = try filled(authors: 5, postsEach: 1)
    let friends = try store.relationship("Author", "friends")
    try store.link(
      friends,
      [
        .init(source: 1, target: 3, sourceOrder: 2, targetOrder: 7),
        // Given from its other side.
        .init(source: 3, target: 2, sourceOrder: 4, targetOrder: 9),
        .init(source: 3, target: 3, sourceOrder: 5, targetOrder: 5),
        .init(source: 1, target: 2, sourceOrder: 1, targetOrder: 1),
      ])
    let members = try store.members(friends, of: [1, 2, 3, 4])
    members.checkRows()
    #expect(members.byOwner == [1: [2, 3], 2: [1, 3], 3: [2, 3, 1]])
    #expect(try store.members(friends, of: [3]).orders == [4, 5, 7])
    #expect(try store.store.memberCount(MemberQuery(friends, owners: [3])) == 3)
    #expect(try store.store.hasLink(friends, owner: 3, member: 2))
    #expect(try store.store.hasLink(friends, owner: 2, member: 3))
    #expect(try !store.store.hasLink(friends, owner: 4, member: 3))
    #expect(try store.store.lastOrders(friends, owners: [1, 2, 3, 4]) == [1: 2, 2: 9, 3: 7])
  }

  @Test("have the last order of each list")
  func lastOrders() throws {
    let store = try filled(authors: 3, postsEach: 2)
    let pages = try store.relationship("Author", "pages")
    #expect(try store.store.lastOrders(pages, owners: [3, 1, 1]) == [1: 0, 3: -2])
    #expect(try store.store.lastOrders(store.relationship("Author", "posts"), owners: [1]) == [:])
  }

  @Test("are those of the relationship's destination only")
  func families() throws {
    let store = try BareStore(
      """
      { "model": "Zoo", "entities": [
        { "name": "Keeper", "attributes": [], "relationships": [
          { "name": "cats", "to": "Cat", "many": true, "inverse": "keeper" } ] },
        { "name": "Animal", "attributes": [ { "name": "name", "type": "string" } ] },
        { "name": "Cat", "parent": "Animal", "attributes": [], "relationships": [
          { "name": "keeper", "to": "Keeper", "optional": true, "inverse": "cats" } ] },
        { "name": "Lion", "parent": "Cat", "attributes": [] },
        { "name": "Dog", "parent": "Animal", "attributes": [] } ] }
      """)
    try store.insert("Keeper", [(1, [:])])
    try store.insert("Animal", [(1, ["name": "a"])])
    try store.insert("Cat", [(2, ["name": "c", "keeper": 1])])
    try store.insert("Lion", [(3, ["name": "l", "keeper": 1])])
    // Another tool gave a dog a keeper.
    try store.insert("Dog", [(4, ["name": "d", "keeper": 1])])
    let cats = try store.relationship("Keeper", "cats")
    let members = try store.members(cats, of: [1])
    #expect(members.rows.keys == [2, 3])
    #expect(members.rows.batches.first.map { [$0.entityNumber(0), $0.entityNumber(1)] } == [1, 2])
    #expect(try store.store.memberCount(MemberQuery(cats, owners: [1])) == 2)
    #expect(try store.keys("Animal") == [1, 2, 3, 4])
    #expect(try store.keys("Cat") == [2, 3])
    #expect(try store.keys("Dog") == [4])
    var query = StoreQuery(entity: try store.entity("Cat"))
    query.includesSubentities = false
    #expect(try store.store.fetch(query, isKnown: nil).keys == [2])
    #expect(try store.store.count(query) == 1)
  }
}
