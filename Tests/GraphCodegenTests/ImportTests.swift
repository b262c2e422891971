import GraphCodegen
import GraphModel
import GraphValues
import Testing

@Suite("Imports of generated code")
struct ImportTests {
  private func imports(_ attributes: AttributeDescription..., modules: [String] = []) throws -> [String] {
    let text = try ParsedModel("Test", EntityDescription(name: "Post", attributes: attributes))
      .text(access: .public, imports: modules)
    return text.split(separator: "\n").filter { $0.contains("import ") && !$0.contains("///") }.map(
      String.init)
  }

  private let graphstore = "@_spi(Generated) public import Graphstore"

  @Test func foundationIsImportedOnlyWhereATypeOfItIsUsed() throws {
    #expect(try imports(.string("title")) == [graphstore])
    for type in [AttributeType.date, .data, .uuid, .url, .decimal] {
      let attribute = AttributeDescription(name: "value", type: type)
      #expect(try imports(attribute) == ["public import Foundation", graphstore])
    }
  }

  @Test func modulesOfSwiftTypesAreImportedWhereTheyAreUsed() throws {
    let badge = AttributeDescription(name: "badge", type: .codable, swiftType: "Badges.Badge")
    #expect(try imports(badge, modules: ["Badges", "Other"]) == ["public import Badges", graphstore])
    #expect(try imports(badge) == [graphstore])
    #expect(try imports(.string("title"), modules: ["Badges"]) == [graphstore])
  }
}
