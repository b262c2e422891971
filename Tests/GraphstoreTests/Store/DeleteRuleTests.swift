import GraphModel
import GraphValues
import ObjectGraph
import Testing

@testable import SQLiteStore

@Suite("Delete rules in the store")
struct DeleteRuleTests {
  /// Authors, posts and comments: `rules` has the rule of each relationship by "Entity.name".
  private static func blog(_ rules: [String: String] = [:], authorIsRequired: Bool = false) -> String {
    func rule(_ name: String) -> String { rules[name] ?? "nullify" }
    return """
      { "model": "Blog", "entities": [
        { "name": "Author", "attributes": [ { "name": "name", "type": "string", "optional": true } ],
          "relationships": [
          { "name": "posts", "to": "Post", "many": true, "inverse": "author", "onDelete": "\(rule("Author.posts"))" },
          { "name": "tags", "to": "Tag", "many": true, "inverse": "authors", "onDelete": "\(rule("Author.tags"))" },
          { "name": "account", "to": "Account", "optional": true, "inverse": "author",
            "onDelete": "\(rule("Author.account"))" } ] },
        { "name": "Post", "attributes": [ { "name": "title", "type": "string", "optional": true } ],
          "relationships": [
          { "name": "author", "to": "Author", "optional": \(!authorIsRequired), "inverse": "posts",
            "onDelete": "\(rule("Post.author"))" },
          { "name": "comments", "to": "Comment", "many": true, "ordered": true, "inverse": "post",
            "onDelete": "\(rule("Post.comments"))" } ] },
        { "name": "Comment", "attributes": [], "relationships": [
          { "name": "post", "to": "Post", "optional": true, "inverse": "comments" },
          { "name": "answers", "to": "Comment", "many": true, "inverse": "question",
            "onDelete": "\(rule("Comment.answers"))" },
          { "name": "question", "to": "Comment", "optional": true, "inverse": "answers" },
          { "name": "flag", "to": "Tag", "optional": true, "inverse": null } ] },
        { "name": "Account", "attributes": [], "relationships": [
          { "name": "author", "to": "Author", "optional": true, "inverse": "account",
            "onDelete": "\(rule("Account.author"))" } ] },
        { "name": "Tag", "attributes": [], "relationships": [
          { "name": "authors", "to": "Author", "many": true, "inverse": "tags",
            "onDelete": "\(rule("Tag.authors"))" } ] } ] }
      """
  }

  /// Two authors with two posts each, two comments a post; tags on authors; comment 2 is flagged.
  private func filled(_ rules: [String: String] = [:], authorIsRequired: Bool = false) throws -> BareStore {
    let store = try BareStore(Self.blog(rules, authorIsRequired: authorIsRequired))
    var changes = ChangeSet()
    changes.insertions = [
      try store.insertion("Author", [(1, ["account": 1]), (2, ["account": 2])]),
      try store.insertion("Account", [(1, ["author": 1]), (2, ["author": 2])]),
      try store.insertion("Tag", [(1, [:]), (2, [:])]),
      try store.insertion("Post", (1...4).map { ($0, ["author": .integer(($0 + 1) / 2)]) }),
      try store.insertion(
        "Comment",
        (1...8).map { key in
          (
            key,
            ["post": .integer((key + 1) / 2), "_post_order": .integer(key)]
              .merging(key == 2 ? ["flag": 2] : [:]) { $1 }
          )
        }),
    ]
    changes.links = [
      ChangeSet.Links(
        join: try store.join(store.relationship("Author", "tags")),
        added: [.init(source: 1, target: 1), .init(source: 2, target: 1), .init(source: 2, target: 2)])
    ]
    _ = try store.store.save(changes)
    return store
  }

  private func conflict(_ body: () throws -> Void) -> SaveConflict? {
    do {
      try body()
      return nil
    } catch {
      return error as? SaveConflict
    }
  }

  @Test("cascade deletes members and theirs in turn, and reports them")
  func cascade() throws {
    let store = try filled(["Author.posts": "cascade", "Post.comments": "cascade"])
    let outcome = try store.delete("Author", [1])
    #expect(outcome.deleted == ["Post": [1, 2], "Comment": [1, 2, 3, 4]])
    #expect(outcome.nullified.map(\.keys) == [[1]])
    #expect(try store.keys("Post") == [3, 4])
    #expect(try store.keys("Comment") == [5, 6, 7, 8])
    #expect(try store.raw.texts("SELECT source || '-' || target FROM _Author_tags") == ["2-1", "2-2"])
    #expect(try store.raw.texts("SELECT author FROM Account ORDER BY _id") == ["NULL", "2"])
  }

  @Test("nullify empties the members' reference and their place in the list, with a new version")
  func nullify() throws {
    let store = try filled()
    let outcome = try store.delete("Post", [2, 3])
    let post = try store.relationship("Comment", "post")
    #expect(outcome.deleted.isEmpty)
    #expect(outcome.nullified.map(\.relationship) == [post.index])
    #expect(outcome.nullified.map(\.keys) == [[3, 4, 5, 6]])
    #expect(
      try store.raw.texts(
        #"SELECT _version || ' ' || ifnull(post, '-') || ' ' || ifnull(_post_order, '-') FROM Comment"#)
        == ["1 1 1", "1 1 2", "2 - -", "2 - -", "2 - -", "2 - -", "1 4 7", "1 4 8"])
  }

  @Test("nullify that would empty a required reference is refused, and nothing is written")
  func required() throws {
    let store = try filled(authorIsRequired: true)
    let conflict = conflict { _ = try store.delete("Author", [1, 2]) }
    guard case .required(let relationship, let keys)? = conflict else {
      Issue.record("\(String(describing: conflict))")
      return
    }
    #expect(relationship == (try store.relationship("Post", "author").index))
    #expect(keys == [1, 2, 3, 4])
    #expect(try store.keys("Author") == [1, 2])
    // Posts that go in the same save need no author.
    _ = try store.delete("Author", [2]) { changes in
      changes.deletions.append(ChangeSet.Deletion(entity: "Post", keys: [3, 4], versions: [1, 1]))
      changes.closure?.roots["Post"] = [3, 4]
    }
    #expect(try store.keys("Post") == [1, 2])
  }

  @Test("deny names what is in the way, and counts only what survives")
  func deny() throws {
    let store = try filled(["Author.posts": "deny", "Tag.authors": "cascade"])
    let conflict = conflict { _ = try store.delete("Author", [1, 2]) }
    guard case .deletionDenied(let relationship, let owners, let members)? = conflict else {
      Issue.record("\(String(describing: conflict))")
      return
    }
    #expect(relationship == (try store.relationship("Author", "posts").index))
    #expect(owners == [1, 1, 2, 2])
    #expect(members == [1, 2, 3, 4])
    #expect(try store.keys("Author") == [1, 2])
    // What a cascade dooms meets the rules of its own relationships.
    #expect(self.conflict { _ = try store.delete("Tag", [2]) } != nil)
    _ = try store.delete("Tag", [2]) { changes in
      changes.deletions.append(ChangeSet.Deletion(entity: "Post", keys: [3, 4], versions: [1, 1]))
      changes.closure?.roots["Post"] = [3, 4]
    }
    #expect(try store.keys("Author") == [1])
    #expect(try store.keys("Tag") == [1])
  }

  @Test("cascade and deny of a to-one follow the object's own reference")
  func toOne() throws {
    let store = try filled(["Post.author": "cascade", "Author.posts": "nullify", "Account.author": "deny"])
    let outcome = try store.delete("Post", [3])
    #expect(outcome.deleted == ["Author": [2]])
    #expect(try store.raw.texts("SELECT author FROM Post ORDER BY _id") == ["1", "1", "NULL"])
    #expect(try store.raw.texts("SELECT author FROM Account ORDER BY _id") == ["1", "NULL"])
    guard
      case .deletionDenied(_, let owners, let members)? = conflict({ _ = try store.delete("Account", [1]) })
    else {
      Issue.record("the deletion was not refused")
      return
    }
    #expect(owners == [1] && members == [1])
  }

  @Test("one-to-one cascades end, though both ends lead to each other")
  func oneToOne() throws {
    let store = try filled(["Author.account": "cascade", "Account.author": "cascade"])
    #expect(try store.delete("Account", [2]).deleted == ["Author": [2]])
    #expect(try store.keys("Account") == [1])
  }

  @Test("cascades run along a chain of a thousand, and end in a ring")
  func chain() throws {
    let store = try BareStore(Self.blog(["Comment.answers": "cascade"]))
    try store.insert("Comment", (1...1000).map { ($0, $0 == 1 ? [:] : ["question": .integer($0 - 1)]) })
    #expect(try store.delete("Comment", [500]).deleted == ["Comment": Array(501...1000)])
    try store.raw.execute("UPDATE Comment SET question = 499 WHERE _id = 1")
    #expect(try store.delete("Comment", [7]).deleted["Comment"]?.count == 498)
    #expect(try store.keys("Comment") == [])
  }

  @Test("noAction leaves a dangling reference, but no pair of a join table")
  func noAction() throws {
    let store = try filled(["Author.posts": "noAction", "Author.tags": "noAction", "Tag.authors": "noAction"])
    #expect(try store.delete("Author", [1]).deleted.isEmpty)
    #expect(try store.raw.texts("SELECT author FROM Post ORDER BY _id") == ["1", "1", "2", "2"])
    #expect(try store.raw.texts("SELECT source || '-' || target FROM _Author_tags") == ["2-1", "2-2"])
    #expect(try store.members(store.relationship("Author", "posts"), of: [1]).rows.keys == [1, 2])
    // A cascade does not count what is not there.
    let other = try filled(["Author.posts": "noAction", "Post.author": "cascade"])
    _ = try other.delete("Author", [1])
    #expect(try other.delete("Post", [1]).deleted.isEmpty)
  }

  @Test("a reference without an inverse is emptied")
  func oneWay() throws {
    let store = try filled()
    let outcome = try store.delete("Tag", [2])
    #expect(outcome.nullified.map(\.relationship) == [try store.relationship("Comment", "flag").index])
    #expect(outcome.nullified.map(\.keys) == [[2]])
  }

  @Test("a cascade follows references as the context has changed them")
  func changedReferences() throws {
    let store = try filled(["Author.posts": "cascade"])
    let (author, posts) = (
      try store.relationship("Post", "author"), try store.relationship("Author", "posts")
    )
    let account = try store.relationship("Account", "author")
    var relationships = RelationshipChanges()
    relationships.setReference(author.index, of: 2, to: 2, list: posts.index)
    relationships.setReference(author.index, of: 3, to: 1, list: posts.index)
    relationships.setReference(account.index, of: 1, to: nil, list: nil)
    let outcome = try store.delete("Author", [1], changes: relationships) { changes in
      changes.updates = [
        try store.update("Post", ["author"], [(2, ["author": 2]), (3, ["author": 1])]),
        try store.update("Account", ["author"], [(1, [:])]),
      ]
    }
    #expect(outcome.deleted == ["Post": [1, 3]])
    // The comments of both posts; the account has let go by itself.
    #expect(outcome.nullified.map(\.keys) == [[1, 2, 5, 6]])
    #expect(try store.keys("Post") == [2, 4])
    #expect(try store.raw.texts("SELECT author FROM Post ORDER BY _id") == ["2", "2"])
  }

  @Test(
    "a cascade follows pairs of a join table as the context has changed them", arguments: ["cascade", "deny"])
  func changedPairs(rule: String) throws {
    let store = try filled(["Author.tags": rule])
    let (tags, authors) = (try store.relationship("Author", "tags"), try store.relationship("Tag", "authors"))
    var relationships = RelationshipChanges()
    relationships.removePair(tags.index, inverse: authors.index, 2, 1)
    if rule == "cascade" {
      relationships.addPair(authors.index, inverse: tags.index, 1, 1)
      #expect(try store.delete("Author", [2], changes: relationships).deleted == ["Tag": [2]])
      return
    }
    relationships.removePair(authors.index, inverse: tags.index, 2, 2)
    #expect(try store.delete("Author", [2], changes: relationships).deleted.isEmpty)
    relationships.addPair(tags.index, inverse: authors.index, 1, 2)
    guard
      case .deletionDenied(_, let owners, let members)? = conflict({
        _ = try store.delete("Author", [1], changes: relationships)
      })
    else {
      Issue.record("the deletion was not refused")
      return
    }
    #expect(owners == [1, 1] && members == [1, 2])
  }

  @Test("a row loses two references with one new version")
  func twice() throws {
    let store = try filled()
    try store.raw.execute("UPDATE Comment SET flag = 1, post = 1 WHERE _id = 8")
    var changes = ChangeSet()
    changes.deletions = [
      ChangeSet.Deletion(entity: "Post", keys: [1], versions: [1]),
      ChangeSet.Deletion(entity: "Tag", keys: [1], versions: [1]),
    ]
    changes.closure = DeletionClosure(roots: ["Post": [1], "Tag": [1]])
    _ = try store.store.save(changes)
    #expect(
      try store.raw.texts(
        "SELECT _version || ifnull(flag, '-') || ifnull(post, '-') FROM Comment WHERE _id = 8")
        == ["2--"])
  }

  @Test("fetches, counts and members leave out what a deletion dooms")
  func exclusion() throws {
    let store = try filled(["Author.posts": "cascade", "Post.comments": "cascade"])
    let (author, posts) = (
      try store.relationship("Post", "author"), try store.relationship("Author", "posts")
    )
    var closure = DeletionClosure(roots: ["Author": [1]])
    closure.changes.setReference(author.index, of: 2, to: nil, list: posts.index)
    let doomed = try store.store.doomedKeys(closure)
    #expect(doomed == ["Post": [1], "Comment": [1, 2]])
    var query = StoreQuery(entity: try store.entity("Comment"))
    query.doomed = doomed["Comment"].map { KeySet($0) }
    query.excludedKeys = [8]
    #expect(try store.store.fetch(query, isKnown: nil).keys == [3, 4, 5, 6, 7])
    #expect(try store.store.count(query) == 5)
    let comments = try store.relationship("Post", "comments")
    let members = try store.members(comments, of: [1, 2, 3], doomed: query.doomed)
    #expect(members.byOwner == [2: [3, 4], 3: [5, 6]])
    #expect(try store.store.memberCount(MemberQuery(comments, owners: [1], doomed: query.doomed)) == 0)
  }
}
