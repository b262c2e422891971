import Foundation
import GraphModel
import GraphValues
import Testing

@testable import GraphCodegen

@Suite("Names in generated code")
struct NamingTests {
  @Test(arguments: [
    ("draft", "draft"), ("Draft", "draft"), ("in progress", "inProgress"), ("in_progress", "inProgress"),
    ("IN_PROGRESS", "inProgress"), ("In-Progress", "inProgress"), ("URL", "url"), ("URLPath", "urlPath"),
    ("1st", "value1st"), ("", "empty"), ("+", "value1"), ("\u{1F600}", "value1"), ("été", "été"),
    ("a.b/c", "aBC"), ("名前", "名前"), ("\"\\(x)\"", "x"), ("a\nb", "aB"), ("_", "value1"),
  ])
  func casesAreNamedByTheirText(text: String, name: String) {
    #expect(SwiftNames.caseName(text, position: 0) == name)
    #expect(SwiftNames.isIdentifier(name))
  }

  @Test(arguments: [(Int64(1), "value1"), (-1, "valueMinus1"), (.min, "valueMinus9223372036854775808")])
  func casesOfNumbersAreNamedByTheirDigits(number: Int64, name: String) {
    #expect(SwiftNames.caseName(number) == name)
  }

  @Test func aValueThatIsACaseNameKeepsItWhateverComesBefore() {
    let attribute = AttributeDescription.string("mood", values: ["Very Happy", "very-happy", "veryHappy"])
    let enumeration = EnumInterface(attribute, taken: [])
    #expect(enumeration.cases.map(\.name) == ["veryHappy2", "veryHappy3", "veryHappy"])
  }

  @Test func noneIsRenamedOnlyWhereOptionalsWouldHideIt() {
    let optional = EnumInterface(.string("filter", values: ["none"], isOptional: true), taken: [])
    let required = EnumInterface(.string("filter", values: ["none"]), taken: [])
    #expect(optional.cases.map(\.name) == ["noneValue"])
    #expect(required.cases.map(\.name) == ["none"])
  }

  @Test func enumsDoNotHideTypesThatGeneratedCodeUses() throws {
    let entity = EntityDescription(
      name: "Post",
      attributes: [
        .string("data", values: ["x"]), .string("values_", values: ["x"]), .string("type", values: ["x"]),
        .string("author", values: ["x"]), .string("string", values: ["x"]),
      ])
    let text = try ParsedModel("Test", entity, EntityDescription(name: "Author")).text()
    for name in ["DataValue", "Values_", "TypeValue", "AuthorValue", "StringValue"] {
      #expect(text.contains("  enum \(name):"))
    }
  }

  @Test func typesThatTheModelHidesAreSpelledWithTheirModule() throws {
    let house = EntityDescription(
      name: "House", attributes: [AttributeDescription(name: "built", type: .date), .string("street")])
    let text = try ParsedModel(
      "Test", house, EntityDescription(name: "Property"), EntityDescription(name: "Date")
    ).text()
    #expect(text.contains("var built: Foundation.Date {"))
    #expect(text.contains("static let street = Graphstore.Property<House, String>(\"street\")"))
  }

  @Test func localNamesGiveWayToAttributes() throws {
    let entity = EntityDescription(name: "Ship", attributes: [.string("container"), .string("decoder")])
    let text = try ParsedModel("Test", entity).text()
    #expect(text.contains("init(from decoder2: any Decoder) throws {"))
    #expect(text.contains("let container2 = try decoder2.container(keyedBy: CodingKeys.self)"))
  }

  @Test func everyWordOfTheLanguageThatTheModelLetsThroughIsGolden() {
    let golden = Repository.root.appending(path: "Tests/GraphCodegenTests/Models/AllTypes.json")
    let names = (try? EntityModel(contentsOf: golden))?.entity(named: "Keyword")?.attributes.map(\.name) ?? []
    let words = ReservedNames.swiftKeywords.union(IdentifierRenderer.keywords)
      .subtracting(ReservedNames.properties)
      .filter { $0.first?.isLowercase == true }
    #expect(words.subtracting(names).sorted() == [])
  }
}
