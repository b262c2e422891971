import GraphCodegen
import GraphModel
import GraphValues
import Testing

@Suite("What code is not generated for")
struct RefusalTests {
  private func reasons(_ entities: EntityDescription...) -> [String] {
    let model = EntityModel(name: "Test", entities: entities)
    do throws(GenerationError) {
      _ = try ModelTranslator(
        ParsedModel(model: model, json: "{}"), options: GeneratorOptions()
      ).translate()
      return []
    } catch {
      return error.reasons.map(\.description)
    }
  }

  @Test func relationshipsAreRefusedByName() {
    let post = EntityDescription(
      name: "Post", relationships: [RelationshipDescription(name: "author", destination: "Author")])
    let author = EntityDescription(
      name: "Author",
      relationships: [RelationshipDescription(name: "posts", destination: "Post", isToMany: true)])
    #expect(
      reasons(post, author) == [
        "Post.author: code for relationships cannot be generated yet",
        "Author.posts: code for relationships cannot be generated yet",
      ])
  }

  @Test func inheritanceIsRefused() {
    let parent = EntityDescription(name: "Media", isAbstract: true)
    let child = EntityDescription(name: "Photo", parent: "Media")
    #expect(
      reasons(parent, child) == [
        "Media: code for abstract entities cannot be generated yet",
        "Photo: code for inheritance (parent \"Media\") cannot be generated yet",
      ])
  }

  @Test func attributesOfTheNextReleaseAreRefused() {
    let entity = EntityDescription(
      name: "Photo",
      attributes: [
        AttributeDescription(name: "pixels", type: .data, isExternal: true),
        AttributeDescription(name: "scratch", type: .string, isTransient: true),
        AttributeDescription(name: "size", type: .int64, derivation: "width * height"),
        AttributeDescription(name: "width", type: .int64),
      ])
    #expect(
      reasons(entity) == [
        "Photo.pixels: code for external attributes cannot be generated yet",
        "Photo.scratch: code for transient attributes cannot be generated yet",
        "Photo.size: code for derived attributes cannot be generated yet",
      ])
  }

  @Test func reasonsOfAllEntitiesAreGivenTogether() {
    let first = EntityDescription(
      name: "First", attributes: [AttributeDescription(name: "a", type: .data, isExternal: true)])
    let second = EntityDescription(
      name: "Second", attributes: [AttributeDescription(name: "b", type: .data, isExternal: true)])
    #expect(reasons(first, second).count == 2)
  }

  @Test func valuesThatSwiftCountsAsEqualAreRefused() {
    let entity = EntityDescription(
      name: "Post", attributes: [.string("state", values: ["\u{E9}", "e\u{301}"])])
    #expect(reasons(entity) == ["Post.state: two of its values are the same text to Swift: \"e\u{301}\""])
  }

  @Test(arguments: [
    "a b", "x{}", "", "_", "9x", "a;b", "a\nb", "a`b", "a\u{200B}b", "a.b", "\u{2E2F}",
  ])
  func namesThatAreNoIdentifiersAreRefused(name: String) {
    let attribute = EntityDescription(name: "Post", attributes: [.string(name)])
    #expect(reasons(attribute).count == 1)
    #expect(reasons(EntityDescription(name: name)).count == 1)
  }

  @Test(arguments: [
    "Badge { } ; evil()", "Badge?", "Badge>", "[Badge", "() -> Void", "Badge.Type.", "Badge\n", "any Badge",
    "",
    "[Badge: ]", "Box<>", "`x`", "//", "(Int, Int)", String(repeating: "[", count: 10_000),
  ])
  func swiftTypesThatAreNotPlainAreRefused(type: String) {
    let attribute = AttributeDescription(name: "badge", type: .codable, swiftType: type)
    let entity = EntityDescription(name: "Post", attributes: [attribute])
    #expect(reasons(entity).count == 1)
  }

  @Test(arguments: [
    "Badge", "Badges.Badge", "[Badge]", "[String: Badge]", "[String: [Int?]]", "Box<Badge, [Int]>.Inner",
    "Größe",
  ])
  func plainSwiftTypesAreSpelledAsTheyAre(type: String) throws {
    let attribute = AttributeDescription(name: "badge", type: .codable, swiftType: type)
    let text = try ParsedModel("Test", EntityDescription(name: "Post", attributes: [attribute])).text()
    #expect(text.contains("var badge: \(type)? {"))
  }

  @Test func anEntityNamedAsTheSchemaIsRefused() {
    #expect(reasons(EntityDescription(name: "TestSchema")).count == 1)
  }
}
