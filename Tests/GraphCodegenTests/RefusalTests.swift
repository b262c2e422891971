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

  @Test func entitiesNamedAsWhatIsNestedInGeneratedTypesAreRefused() {
    let message = "generated types have a type of that name nested in them"
    #expect(reasons(EntityDescription(name: "Tree")) == ["Tree: \(message)"])
    #expect(reasons(EntityDescription(name: "Kind")) == [])
    let child = EntityDescription(name: "Photo", parent: "Media")
    let media = EntityDescription(name: "Media")
    #expect(reasons(EntityDescription(name: "Kind"), media, child) == ["Kind: \(message)"])
  }

  @Test func anEntityNamedAsAGeneratedProtocolIsRefused() {
    let child = EntityDescription(name: "Photo", parent: "Media")
    let media = EntityDescription(name: "Media")
    let other = EntityDescription(name: "MediaProperties")
    #expect(reasons(other) == [])
    #expect(reasons(media, child, other) == ["MediaProperties: the name is that of a generated protocol"])
  }

  @Test func aPropertyNamedKindIsRefusedOnlyWhereEntitiesInherit() {
    let media = EntityDescription(name: "Media", attributes: [.string("kind")])
    let child = EntityDescription(name: "Photo", parent: "Media")
    #expect(reasons(media) == [])
    #expect(
      reasons(media, child) == [
        "Media.kind: the types of entities that others inherit from have a member of that name"
      ])
    let own = EntityDescription(name: "Photo", parent: "Media", attributes: [.string("kind")])
    #expect(reasons(EntityDescription(name: "Media"), own) == [])
  }

  @Test func reasonsOfAllEntitiesAreGivenTogether() {
    let values = ["\u{E9}", "e\u{301}"]
    let first = EntityDescription(name: "First", attributes: [.string("a", values: values)])
    let second = EntityDescription(name: "Second", attributes: [.string("b", values: values)])
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
