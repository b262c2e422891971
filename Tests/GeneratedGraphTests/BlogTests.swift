import Foundation
import Graphstore
import Testing

/// The golden files of the model "Blog", compiled into this target through a symbolic link, and run.
@Suite("Generated relationships")
struct BlogTests {
  private let container: PersistentContainer
  private let context: ObjectContext

  init() throws {
    container = try PersistentContainer(
      model: BlogSchema.model, location: .inMemory,
      entities: [Author.self, Profile.self, Post.self, Tag.self, Comment.self])
    context = container.newContext()
  }

  private func author(in context: ObjectContext, _ name: String) throws -> Author {
    try #require(try context.fetch(FetchRequest<Author>(format: "name == %@", name)).first)
  }

  @Test func requiredToOnesAreParametersOfTheInitializer() throws {
    let ada = Author(in: context, name: "Ada")
    let post = Post(in: context, title: "Notes", author: ada)
    #expect(post.author == ada)
    #expect(Array(ada.posts) == [post])
    try context.save()
    let other = container.newContext()
    let stored = try author(in: other, "Ada")
    #expect(stored.posts.map(\.title) == ["Notes"])
    #expect(stored.posts.first?.author == stored)
  }

  @Test func orderedToManysKeepTheirOrderThroughTheStore() throws {
    let ada = Author(in: context, name: "Ada")
    let posts = ["a", "b", "c"].map { Post(in: context, title: $0, author: ada) }
    ada.posts = Author(in: context, name: "Nobody").posts
    #expect(ada.posts.isEmpty)
    ada.posts.append(contentsOf: [posts[2], posts[0]])
    ada.posts.insert(posts[1], at: 0)
    try context.save()
    let other = container.newContext()
    let stored = try author(in: other, "Ada")
    #expect(stored.posts.map(\.title) == ["b", "c", "a"])
  }

  @Test func manyToManysAreSeenFromBothSides() throws {
    let post = Post(in: context, title: "Notes", author: Author(in: context, name: "Ada"))
    let tags = ["x", "y"].map { Tag(in: context, name: $0) }
    post.tags.append(contentsOf: [tags[1], tags[0]])
    #expect(tags[0].posts.contains(post))
    try context.save()
    let other = container.newContext()
    let stored = try #require(try other.fetch(FetchRequest<Post>()).first)
    #expect(stored.tags.map(\.name) == ["y", "x"])
    #expect(stored.tags.first?.posts.map(\.title) == ["Notes"])
  }

  @Test func reflexiveRelationshipsLeadToTheSameType() throws {
    let (ada, mary) = (Author(in: context, name: "Ada"), Author(in: context, name: "Mary"))
    ada.mentor = mary
    ada.follows.insert(mary)
    ada.friends.insert(mary)
    #expect(Array(mary.pupils) == [ada])
    #expect(Array(mary.followers) == [ada])
    #expect(Array(mary.friends) == [ada])
    try context.save()
    let other = container.newContext()
    let stored = try author(in: other, "Mary")
    #expect(stored.pupils.map(\.name) == ["Ada"])
    #expect(stored.followers.map(\.name) == ["Ada"])
    #expect(stored.friends.map(\.name) == ["Ada"])
    #expect(stored.follows.isEmpty)
    #expect(stored.mentor == nil)
  }

  @Test func oneToOnesAndCascadesWork() throws {
    let ada = Author(in: context, name: "Ada")
    let profile = Profile(in: context, author: ada)
    profile.badge = Badge(title: "first")
    let post = Post(in: context, title: "Notes", author: ada)
    _ = Comment(in: context, text: "Indeed", post: post)
    #expect(ada.profile == profile)
    try context.save()
    let other = container.newContext()
    let stored = try author(in: other, "Ada")
    #expect(stored.profile?.badge == Badge(title: "first"))
    other.delete(stored)
    try other.save()
    let counts = try [
      other.count(FetchRequest<Author>()), other.count(FetchRequest<Profile>()),
      other.count(FetchRequest<Post>()), other.count(FetchRequest<Comment>()),
    ]
    #expect(counts == [0, 0, 0, 0])
  }

  @Test func valuesCarryTheIDsOfToOnes() throws {
    let (ada, mary) = (Author(in: context, name: "Ada"), Author(in: context, name: "Mary"))
    let post = Post(in: context, title: "Notes", author: ada)
    post.sequel = Post(in: context, title: "More", author: ada)
    var values = post.values
    #expect(values.author == ada.id)
    #expect(values.sequel == post.sequel?.id)
    #expect(try JSONDecoder().decode(Post.Values.self, from: JSONEncoder().encode(values)) == values)
    values.author = mary.id
    values.sequel = nil
    post.apply(values)
    #expect(post.author == mary)
    #expect(Array(mary.posts) == [post])
    #expect(post.sequel == nil)
    values.author = nil
    post.apply(values)
    #expect(post.author == mary)
    values.author = ada.id
    let copy = Post(in: context, values: values)
    #expect(copy.author == ada)
    try context.save()
  }

  @Test func valuesAndTreesAreUpserted() throws {
    let tag = Tag(in: context, name: "x")
    try context.save()
    let other = container.newContext()
    #expect(try other.upsert(Tag.Values(name: "x")).id == tag.id)
    let ada = try other.upsert(Author.Values(name: "Ada", rank: 3))
    let tree = Author.Tree(
      name: "Ada", posts: [Post.Tree(title: "Notes", tags: [Tag.Tree(name: "x"), Tag.Tree(name: "y")])])
    #expect(try other.upsert(tree) == ada)
    #expect(ada.rank == 3)
    #expect(ada.posts.first?.tags.map(\.name) == ["x", "y"])
    #expect(ada.posts.first?.tags.first?.id == tag.id)
    try other.save()
    #expect(try container.newContext().count(FetchRequest<Tag>()) == 2)
  }

  @Test func upsertedValuesRelate() throws {
    let mary = Author(in: context, name: "Mary")
    let ada = try context.upsert(Author.Values(name: "Ada", rank: 1, mentor: mary.id))
    #expect(ada.mentor == mary && Array(mary.pupils) == [ada])
    try context.save()
    let other = container.newContext()
    var values = try author(in: other, "Ada").values
    #expect(values.mentor == mary.id)
    values.rank = 2
    let again = try other.upsert(values)
    #expect(again.mentor?.name == "Mary" && again.rank == 2)
    values.mentor = nil
    #expect(try other.upsert(values).mentor == nil)
    #expect(try author(in: other, "Mary").pupils.isEmpty)
    try other.save()
    #expect(try author(in: container.newContext(), "Ada").mentor == nil)
  }

  @Test func valuesWithoutAnIDLeaveARequiredToOneAsItIs() {
    let values = Post.Values(title: "Notes")
    #expect(values.record.values["author"] == nil)
    #expect(values.record.values["sequel"] == .null)
  }
}
