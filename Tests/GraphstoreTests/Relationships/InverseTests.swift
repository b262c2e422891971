import Testing

@testable import Graphstore

/// Whichever side of a relationship is set, the other follows at once; and so it is stored.
@Suite("Both sides of a relationship are kept")
struct InverseTests {
  @Test func settingAToOneMovesBetweenLists() throws {
    let store = try StoreFixture(try GraphModels.blog())
    let context = try store.open().newContext()
    let ann = try context.insert("Author", ["name": "Ann"])
    let ben = try context.insert("Author", ["name": "Ben"])
    let post = try context.insert("Post", ["title": "one"])
    try post.setRelatedObject(ann, forKey: "author")
    #expect(try ann.labels("posts") == ["one"])
    try post.setRelatedObject(ben, forKey: "author")
    #expect(try ann.labels("posts") == [])
    #expect(try ben.labels("posts") == ["one"])
    try context.save()
    #expect(!context.hasChanges)
    try post.setRelatedObject(nil, forKey: "author")
    #expect(try ben.labels("posts") == [])
    #expect(ben.isUpdated)
    try post.setRelatedObject(ben, forKey: "author")
    #expect(!ben.isUpdated)
    #expect(!context.hasChanges)
  }

  @Test(arguments: [false, true]) func whatIsSavedIsReadAgain(isFault: Bool) throws {
    let store = try StoreFixture(try GraphModels.blog())
    try store.make { context in
      let ann = try context.insert("Author", ["name": "Ann"])
      _ = try context.insert("Author", ["name": "Ben"])
      for title in ["c", "a", "b"] {
        try ann.add(try context.insert("Post", ["title": title]), toRelationship: "posts")
      }
    }
    let container = try store.open()
    let context = container.newContext()
    let ann = try #require(try context.find("Author", "Ann"))
    let ben = try #require(try context.find("Author", "Ben"))
    if !isFault { #expect(try ann.labels("posts") == ["c", "a", "b"]) }
    let post = try #require(try context.find("Post", "a"))
    try post.setRelatedObject(ben, forKey: "author")
    let new = try context.insert("Post", ["title": "new"])
    try new.setRelatedObject(ann, forKey: "author")
    #expect(try ann.labels("posts") == ["c", "b", "new"])
    #expect(try ben.labels("posts") == ["a"])
    try context.save()
    let other = container.newContext()
    #expect(try #require(try other.find("Author", "Ann")).labels("posts") == ["c", "b", "new"])
    #expect(try #require(try other.find("Author", "Ben")).labels("posts") == ["a"])
  }

  @Test func oneToOneLetsGoOfBothFormerPartners() throws {
    let store = try StoreFixture(try GraphModels.blog())
    let context = try store.open().newContext()
    let (ann, ben) = (
      try context.insert("Author", ["name": "Ann"]), try context.insert("Author", ["name": "Ben"])
    )
    let (one, two) = (
      try context.insert("Profile", ["text": "1"]), try context.insert("Profile", ["text": "2"])
    )
    try ann.setRelatedObject(one, forKey: "profile")
    try two.setRelatedObject(ben, forKey: "author")
    try context.save()
    try ann.setRelatedObject(two, forKey: "profile")
    #expect(try one.relatedObject(forKey: "author") == nil)
    #expect(try ben.relatedObject(forKey: "profile") == nil)
    #expect(try two.relatedObject(forKey: "author") == ann)
    try context.save()
    let fresh = try store.open().newContext()
    #expect(try #require(try fresh.find("Author", "Ann")).relatedObject(forKey: "profile")?.label == "2")
    #expect(try #require(try fresh.find("Author", "Ben")).relatedObject(forKey: "profile") == nil)
    #expect(try #require(try fresh.find("Profile", "1")).relatedObject(forKey: "author") == nil)
  }

  @Test func manyToManyIsSeenFromBothSides() throws {
    let store = try StoreFixture(try GraphModels.blog())
    try store.make { context in
      let posts = try ["p", "q"].map { try context.insert("Post", ["title": $0]) }
      let tags = try ["x", "y"].map { try context.insert("Tag", ["name": $0]) }
      try posts[0].setRelatedObjects(tags, forKey: "tags")
      try tags[0].add(posts[1], toRelationship: "posts")
      #expect(try tags[0].labels("posts") == ["p", "q"])
      #expect(try posts[1].labels("tags") == ["x"])
    }
    let container = try store.open()
    let context = container.newContext()
    let (p, q) = (try #require(try context.find("Post", "p")), try #require(try context.find("Post", "q")))
    let (x, y) = (try #require(try context.find("Tag", "x")), try #require(try context.find("Tag", "y")))
    #expect(try x.labels("posts") == ["p", "q"])
    #expect(try q.labels("tags") == ["x"])
    try p.remove(x, fromRelationship: "tags")
    try q.add(y, toRelationship: "tags")
    #expect(try x.labels("posts") == ["q"])
    #expect(try y.labels("posts") == ["p", "q"])
    #expect(p.isUpdated && x.isUpdated)
    try context.save()
    #expect(!p.isUpdated && !context.hasChanges)
    let fresh = container.newContext()
    #expect(try #require(try fresh.find("Tag", "x")).labels("posts") == ["q"])
    #expect(try #require(try fresh.find("Post", "p")).labels("tags") == ["y"])
  }

  @Test func reflexiveRelationshipsKeepTheirSidesApart() throws {
    let store = try StoreFixture(try GraphModels.blog())
    let container = try store.open()
    let context = container.newContext()
    let names = ["Ann", "Ben", "Cem"]
    let people = try names.map { try context.insert("Author", ["name": $0]) }
    try people[0].add(people[1], toRelationship: "follows")
    try people[2].add(people[0], toRelationship: "follows")
    try people[0].add(people[1], toRelationship: "friends")
    try people[0].add(people[0], toRelationship: "friends")
    #expect(try people[1].labels("followers") == ["Ann"])
    #expect(try people[0].labels("followers") == ["Cem"])
    #expect(try people[1].labels("friends") == ["Ann"])
    #expect(try people[0].labels("friends") == ["Ann", "Ben"])
    try context.save()
    let fresh = container.newContext()
    let found = try names.map { try #require(try fresh.find("Author", $0)) }
    #expect(try found[0].labels("follows") == ["Ben"])
    #expect(try found[0].labels("followers") == ["Cem"])
    #expect(try found.map { try $0.labels("friends") } == [["Ann", "Ben"], ["Ann"], []])
    try found[1].remove(found[0], fromRelationship: "friends")
    try fresh.save()
    let last = container.newContext()
    #expect(try #require(try last.find("Author", "Ann")).labels("friends") == ["Ann"])
  }

  @Test func anOrderedListKeepsItsOrderThroughMoves() throws {
    let store = try StoreFixture(try GraphModels.blog())
    let container = try store.open()
    let context = container.newContext()
    let ann = try context.insert("Author", ["name": "Ann"])
    for title in ["a", "b", "c", "d"] {
      try ann.add(try context.insert("Post", ["title": title]), toRelationship: "posts")
    }
    try context.save()
    try ann.moveRelated(from: 3, to: 0, inRelationship: "posts")
    #expect(try ann.labels("posts") == ["d", "a", "b", "c"])
    #expect(context.updatedObjects.count == 1)
    try ann.insert(try context.insert("Post", ["title": "n"]), toRelationship: "posts", at: 2)
    #expect(try ann.labels("posts") == ["d", "a", "n", "b", "c"])
    try context.save()
    let fresh = container.newContext()
    #expect(try #require(try fresh.find("Author", "Ann")).labels("posts") == ["d", "a", "n", "b", "c"])
  }

  @Test func aListOfManyInsertsInTheMiddleStaysInOrder() throws {
    let store = try StoreFixture(try GraphModels.blog())
    let container = try store.open()
    let context = container.newContext()
    let ann = try context.insert("Author", ["name": "Ann"])
    var expected: [String] = []
    for number in 0..<200 {
      let title = "\(number)"
      try ann.insert(
        try context.insert("Post", ["title": title]), toRelationship: "posts", at: min(1, expected.count))
      expected.insert(title, at: min(1, expected.count))
      if number % 50 == 49 { try context.save() }
    }
    #expect(try ann.labels("posts") == expected)
    let fresh = container.newContext()
    #expect(try #require(try fresh.find("Author", "Ann")).labels("posts") == expected)
  }

  @Test func theRulesOfDeletionReachWhatIsRegistered() throws {
    let store = try StoreFixture(try GraphModels.blog())
    try store.make { context in
      let ann = try context.insert("Author", ["name": "Ann"])
      for title in ["a", "b"] {
        let post = try context.insert("Post", ["title": title])
        try ann.add(post, toRelationship: "posts")
        try post.add(try context.insert("Comment", ["text": "on " + title]), toRelationship: "comments")
      }
      try context.insert("Comment", ["text": "loose"])
    }
    let container = try store.open()
    let context = container.newContext()
    let post = try #require(try context.find("Post", "a"))
    context.delete(try #require(try context.find("Author", "Ann")))
    #expect(post.isDeleted)
    #expect(try context.all("Post").isEmpty)
    #expect(try context.all("Comment").map(\.label) == ["loose"])
    #expect(try context.count(FetchRequest<ManagedObject>(entityName: "Comment")) == 1)
    context.rollback()
    #expect(!post.isDeleted)
    #expect(try context.all("Comment").count == 3)
    context.delete(try #require(try context.find("Author", "Ann")))
    try context.save()
    #expect(post.isDeleted && post.context == nil)
    #expect(try container.newContext().all("Comment").map(\.label) == ["loose"])
    #expect(try store.raw.texts("SELECT count(*) FROM Post") == ["0"])
  }

  @Test func denyCountsWhatSurvives() throws {
    let store = try StoreFixture(try GraphModels.blog())
    try store.make { context in
      let tag = try context.insert("Tag", ["name": "x"])
      for title in ["a", "b"] {
        try tag.add(try context.insert("Post", ["title": title]), toRelationship: "posts")
      }
    }
    let context = try store.open().newContext()
    let tag = try #require(try context.find("Tag", "x"))
    context.delete(tag)
    let error = expect(.deletionDenied) { try context.save() }
    #expect(error?.objectIDs.count == 2)
    for post in try context.all("Post") { context.delete(post) }
    try context.save()
    #expect(tag.context == nil)
  }

  @Test func walkingTakesOneQueryAStep() throws {
    let store = try StoreFixture(try GraphModels.blog())
    try store.make { context in
      for number in 0..<20 {
        let author = try context.insert("Author", ["name": "author \(number)"])
        for index in 0..<3 {
          let post = try context.insert("Post", ["title": "post \(number).\(index)"])
          try author.add(post, toRelationship: "posts")
          try post.add(try context.insert("Comment", ["text": "c"]), toRelationship: "comments")
        }
      }
    }
    let container = try store.open()
    let context = container.newContext()
    _ = try context.all("Picture")
    var comments = 0
    let statements = try container.statementsRun {
      for author in try context.all("Author") {
        for post in try author.relatedObjects(forKey: "posts") {
          comments += try post.labels("comments").count
        }
      }
    }
    #expect(comments == 60)
    #expect(statements <= 3)
    let up = container.newContext()
    _ = try up.all("Picture")
    let upwards = try container.statementsRun {
      for comment in try up.all("Comment") {
        _ = try comment.relatedObject(forKey: "post")?.relatedObject(forKey: "author")?.label
      }
    }
    #expect(upwards <= 3)
  }
}
