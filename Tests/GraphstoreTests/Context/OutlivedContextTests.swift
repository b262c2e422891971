import GraphstoreTestSupport
import Testing

@testable import Graphstore
@testable import ObjectGraph

@Suite("Whoever holds an object goes on reading it when its context is gone")
struct OutlivedContextTests {
  private let container: PersistentContainer

  init() throws {
    container = try PersistentContainer(model: AuthorsModel.model, location: .inMemory)
    let context = container.newContext()
    for number in 0..<20 {
      let author = try context.make("Author", "author \(number)")
      for index in 0..<3 {
        let post = try context.make("Post", "post \(number).\(index)", ["author": author, "lister": author])
        try context.make("Comment", "comment \(number).\(index)", ["post": post])
        try post.add(try context.make("Tag", "tag \(index)"), toRelationship: "tags")
      }
      try author.setRelatedObject(try context.make("Profile", "profile \(number)"), forKey: "profile")
    }
    try context.save()
  }

  /// Does something with a context that goes then.
  private func passing<Value>(_ body: (ObjectContext) throws -> Value) throws -> Value {
    weak var gone: ObjectContext?
    let value: Value
    do {
      let context = container.newContext()
      value = try body(context)
      gone = context
    }
    #expect(gone == nil)
    return value
  }

  @Test func anObjectOfATemporaryContextLeadsEverywhere() throws {
    let author = try container.newContext().all("Author")[3]
    #expect(author.context == nil && author.name == "author 3")
    #expect(try author.names("posts") == ["post 3.0", "post 3.1", "post 3.2"])
    #expect(try author.names("list") == ["post 3.0", "post 3.1", "post 3.2"])
    #expect(try author.nameOf("profile") == "profile 3")
    let post = try #require(try author.relatedObjects(forKey: "posts").last)
    #expect(try post.names("tags") == ["tag 2"])
    #expect(try post.relatedObject(forKey: "author") === author)
    let comment = try #require(try post.relatedObjects(forKey: "comments").first)
    #expect(try comment.relatedObject(forKey: "post") === post)
  }

  @Test func typedHandlesLeadEverywhere() throws {
    let author = try container.newContext().fetch(FetchRequest<TypedAuthor>())[0]
    #expect(author.posts.count == 3 && !author.posts.isEmpty)
    #expect(author.posts.map(\.name) == ["post 0.0", "post 0.1", "post 0.2"])
    #expect(author.posts.contains(author.posts[1]))
    #expect(author.posts[2].comments.first?.name == "comment 0.2")
    #expect(author.friends.isEmpty)
    #expect(try author.posts.filtered(by: QueryPredicate(format: "name ENDSWITH '1'")).count == 1)
    #expect(try author.posts.sorted(by: [SortKey("name", ascending: false)]).first?.name == "post 0.2")
    #expect(author.object.as(TypedAuthor.self) == author && author.object.as(TypedPost.self) == nil)
  }

  @Test func faultsFill() throws {
    let fault = try passing { context in
      try context.object(with: try container.newContext().all("Post")[4].id)
    }
    #expect(fault.isFault)
    #expect(fault.name == "post 1.1" && !fault.isFault)
    #expect(try fault.nameOf("author") == "author 1")
  }

  @Test func anIteratorHoldsWhatItNeeds() throws {
    var posts = try container.newContext().fetch(FetchRequest<TypedAuthor>())[7].posts.makeIterator()
    #expect(posts.next()?.name == "post 7.0")
    #expect(posts.next()?.name == "post 7.1")
    let comments = try container.newContext().fetch(FetchRequest<TypedPost>())[7].comments
    #expect(comments[0].name == "comment 2.1")
  }

  @Test func objectsStayOneForEachIdentity() throws {
    let authors = try passing { try $0.all("Author") }
    for author in authors {
      for post in try author.relatedObjects(forKey: "posts") {
        #expect(try post.relatedObject(forKey: "author") === author)
        #expect(try author.relatedObjects(forKey: "posts").contains { $0 === post })
      }
    }
  }

  @Test func aWalkStillCostsAQueryALevel() throws {
    let authors = try passing { try $0.fetch(FetchRequest<TypedAuthor>()) }
    var count = 0
    let statements = container.statementsRun {
      for author in authors {
        for post in author.posts {
          for comment in post.comments where comment.name != nil { count += 1 }
        }
      }
    }
    #expect(count == 60)
    #expect(statements <= 3)
    let again = container.statementsRun {
      for author in authors { for post in author.posts { count += post.comments.count } }
    }
    #expect(count == 120 && again == 0)
  }

  @Test func aWalkUpStillCostsAQueryALevel() throws {
    let comments = try passing { try $0.all("Comment") }
    let statements = try container.statementsRun {
      for comment in comments {
        let post = try #require(try comment.relatedObject(forKey: "post"))
        #expect(try post.nameOf("author")?.hasPrefix("author") == true)
      }
    }
    #expect(statements <= 3)
  }

  @Test func whatWasReadBeforeIsNotReadAgain() throws {
    var request = FetchRequest<TypedAuthor>()
    request.relationshipKeyPathsForPrefetching = ["posts.comments"]
    let authors = try passing { try $0.fetch(request) }
    var names: Set<String?> = []
    let statements = container.statementsRun {
      for author in authors {
        for post in author.posts { for comment in post.comments { names.insert(comment.name) } }
      }
    }
    #expect(names.count == 60 && statements == 0)
  }

  @Test func theStoreIsReadAsItIsWhenItIsRead() throws {
    let author = try passing { try $0.all("Author")[0] }
    let context = container.newContext()
    let post = try context.named("post 0.1", "Post")
    try context.make("Post", "later", ["author": try context.named("author 0", "Author")])
    context.delete(post)
    try context.save()
    #expect(try author.names("posts") == ["post 0.0", "post 0.2", "later"])
  }

  @Test func aRowThatIsGoneReadsAsNothing() throws {
    let post = try passing { try $0.object(with: try container.newContext().all("Post")[0].id) }
    let context = container.newContext()
    context.delete(try context.named("post 0.0", "Post"))
    try context.save()
    expect(.objectMissing) { try post.fulfill() }
    #expect(post.name == nil)
    #expect(try post.relatedObjects(forKey: "comments").isEmpty)
  }
}

@Suite("Unsaved changes end with their context, but for those who hold the objects")
struct OutlivedChangeTests {
  private let container: PersistentContainer

  init() throws {
    container = try PersistentContainer(model: AuthorsModel.model, location: .inMemory)
    let context = container.newContext()
    for author in ["a", "b"] {
      let author = try context.make("Author", author)
      for index in 1...2 {
        let name = "\(author.name ?? "")\(index)"
        let post = try context.make("Post", name, ["author": author, "lister": author])
        try post.add(try context.make("Tag", "tag \(name)"), toRelationship: "tags")
      }
    }
    try context.save()
  }

  @Test func valuesCanBeSetAndAreNotSaved() throws {
    let author = try container.newContext().named("a", "Author")
    try author.setValue("changed", forKey: "name")
    #expect(author.name == "changed" && author.hasChanges && author.isUpdated)
    try author.setValue("a", forKey: "name")
    #expect(author.name == "a" && !author.hasChanges)
    try author.setValue("changed", forKey: "name")
    #expect(try container.newContext().names("Author") == ["a", "b"])
  }

  @Test func relationshipsCanBeSetOnBothSides() throws {
    let (a, b, post) = try {
      let context = container.newContext()
      return (
        try context.named("a", "Author"), try context.named("b", "Author"), try context.named("a1", "Post")
      )
    }()
    try post.setRelatedObject(b, forKey: "author")
    #expect(try a.names("posts") == ["a2"])
    #expect(try b.names("posts") == ["a1", "b1", "b2"])
    try a.add(post, toRelationship: "posts")
    #expect(try b.names("posts") == ["b1", "b2"])
    try b.insert(post, toRelationship: "list", at: 0)
    #expect(try b.names("list") == ["a1", "b1", "b2"])
    #expect(try post.relatedObject(forKey: "lister") === b)
    try a.add(b, toRelationship: "friends")
    #expect(try b.relatedObjects(forKey: "friends") == [a])
    #expect(try container.reading { try $0.named("a", "Author").names("posts") } == ["a1", "a2"])
  }

  @Test func aListThatIsReadLaterKnowsWhatItsMembersSay() throws {
    let (b, post) = try {
      let context = container.newContext()
      return (try context.named("b", "Author"), try context.named("a1", "Post"))
    }()
    // Nobody holds the author that the post leaves, nor the tag.
    try post.setRelatedObject(b, forKey: "author")
    try post.remove(try #require(try post.relatedObjects(forKey: "tags").first), fromRelationship: "tags")
    let a = try #require(try post.relatedObject(forKey: "lister"))
    #expect(try a.names("posts") == ["a2"])
    #expect(try b.names("posts") == ["a1", "b1", "b2"])
  }

  @Test func newObjectsKeepWhatTheyLeadTo() throws {
    let (author, post) = try {
      let context = container.newContext()
      let author = try context.make("Author", "new")
      return (author, try context.make("Post", "new post", ["author": author]))
    }()
    #expect(author.name == "new" && author.isInserted)
    #expect(try author.relatedObjects(forKey: "posts") == [post])
    #expect(try post.relatedObject(forKey: "author") === author)
    try post.setRelatedObject(nil, forKey: "author")
    #expect(try author.relatedObjects(forKey: "posts").isEmpty)
  }

  @Test func newObjectsThatNobodyHoldsAreNowhere() throws {
    let author = try {
      let context = container.newContext()
      let author = try context.make("Author", "new")
      try context.make("Post", "lost", ["author": author])
      try author.add(try context.make("Author", "lost friend"), toRelationship: "friends")
      try author.setRelatedObject(try context.make("Profile", "lost"), forKey: "profile")
      try author.add(try context.named("b2", "Post"), toRelationship: "posts")
      return author
    }()
    #expect(try author.relatedObjects(forKey: "posts").isEmpty)
    #expect(try author.relatedObjects(forKey: "friends").isEmpty)
    #expect(try author.relatedObject(forKey: "profile") == nil)
  }

  @Test func changesThatNobodyHoldsAreTakenBack() throws {
    let author = try {
      let context = container.newContext()
      let author = try context.named("a", "Author")
      try context.named("a1", "Post").setRelatedObject(nil, forKey: "author")
      context.delete(try context.named("a2", "Post"))
      try context.make("Post", "lost", ["author": author, "lister": author])
      #expect(try author.relatedObjects(forKey: "posts").count == 1)
      return author
    }()
    #expect(try author.names("posts") == ["a1", "a2"])
    #expect(try author.names("list") == ["a1", "a2"])
  }

  @Test func aDeletedObjectThatSomebodyHoldsStaysDeleted() throws {
    let (author, post) = try {
      let context = container.newContext()
      let post = try context.named("a1", "Post")
      context.delete(post)
      return (try context.named("a", "Author"), post)
    }()
    #expect(post.isDeleted && post.name == "a1")
    #expect(try author.names("posts") == ["a2"])
    #expect(TypedAuthor(unchecked: author).posts.count == 1)
  }

  @Test func aDeletionThatNobodyHoldsIsForgotten() throws {
    let post = try {
      let context = container.newContext()
      let post = try context.named("a1", "Post")
      context.delete(try context.named("a", "Author"))
      return post
    }()
    #expect(post.name == "a1")
    #expect(try post.relatedObject(forKey: "author")?.name == "a")
    #expect(try container.newContext().names("Author") == ["a", "b"])
  }
}

@Suite("Objects of a context that is gone leave memory")
struct OutlivedMemoryTests {
  @Test func nothingOfThemStays() throws {
    let container = try PersistentContainer(model: AuthorsModel.model, location: .inMemory)
    do {
      let context = container.newContext()
      let author = try context.make("Author", "a")
      for index in 0..<100 { try context.make("Post", "p\(index)", ["author": author]) }
      try context.save()
    }
    weak var core: ContextCore?
    weak var author: ManagedObject?
    weak var post: ManagedObject?
    do {
      var held: ManagedObject?
      do {
        let context = container.newContext()
        held = try context.named("a", "Author")
        core = context.core
        try held?.setValue("changed", forKey: "name")
        let deleted = try context.named("p3", "Post")
        context.delete(deleted)
        context.undoManager = GraphUndoManager()
        try context.named("p4", "Post").setValue("changed", forKey: "name")
        try context.make("Post", "new", ["author": try #require(held)])
      }
      author = held
      #expect(core != nil && author != nil)
      let posts = try held?.relatedObjects(forKey: "posts") ?? []
      #expect(posts.count == 100)
      post = posts[50]
      try post?.setRelatedObject(nil, forKey: "author")
      try held?.add(posts[60], toRelationship: "list")
      held = nil
      // Objects lead on as long as any is held.
      #expect(try posts[0].relatedObject(forKey: "author") != nil)
    }
    #expect(core == nil && author == nil && post == nil)
  }

  @Test func walkingFarKeepsFew() throws {
    let container = try PersistentContainer(model: AuthorsModel.model, location: .inMemory)
    let context = container.newContext()
    var last = try context.make("Post", "0")
    for index in 1..<3000 {
      let next = try context.make("Post", "\(index)")
      try last.setRelatedObject(next, forKey: "sequel")
      last = next
    }
    try context.save()
    var current: ManagedObject? = try container.newContext().named("0", "Post")
    let core = try #require(current?.core)
    var steps = 0
    while let next = try current?.relatedObject(forKey: "sequel") {
      current = next
      steps += 1
    }
    #expect(steps == 2999)
    var registered = 0
    for hierarchy in core.hierarchies { hierarchy.map.forEach { _ in registered += 1 } }
    #expect(registered <= 2)
  }
}
