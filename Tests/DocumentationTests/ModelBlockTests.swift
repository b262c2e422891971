import Foundation
import GraphCodegen
import GraphModel
import GraphstoreTestSupport
import Testing

@Suite("Models in the documentation")
struct ModelBlockTests {
  @Test func everyModelLoads() throws {
    var models = 0
    for block in try Repository.pages().flatMap(\.blocks) where block.language == "json" {
      if block.notes.contains(.configuration) { continue }
      #expect(throws: Never.self, "\(block)") { try EntityModel(json: block.text, file: block.page) }
      models += 1
    }
    #expect(models > 2)
  }

  @Test func everyConfigurationIsRead() throws {
    let folder = try TemporaryFolder()
    for block in try Repository.pages().flatMap(\.blocks) where block.notes.contains(.configuration) {
      let file = folder.file("model-codegen.json")
      try block.text.write(to: file, atomically: true, encoding: .utf8)
      #expect(throws: Never.self, "\(block)") { try GeneratorConfiguration(contentsOf: file) }
    }
  }

  /// The keys that editors know are the keys that the guide explains.
  @Test func theGuideExplainsEveryKey() throws {
    let url = Repository.root.appending(path: "Models/graphstore-model.schema.json")
    let schema = try JSONSerialization.jsonObject(with: Data(contentsOf: url))
    let guide = try Page(path: "\(Repository.catalog)/Models.md").text
    let keys = keys(of: schema)
    #expect(keys.contains("attributes") && keys.contains("onDelete"))
    for key in keys.sorted() {
      let isExplained = guide.contains("`\(key)`")
      #expect(isExplained, "Models.md does not explain \(key)")
    }
  }

  private func keys(of schema: Any) -> Set<String> {
    switch schema {
    case let object as [String: Any]:
      let own = (object["properties"] as? [String: Any])?.keys.map { $0 } ?? []
      return object.values.reduce(into: Set(own)) { $0.formUnion(keys(of: $1)) }
    case let array as [Any]: return array.reduce(into: []) { $0.formUnion(keys(of: $1)) }
    default: return []
    }
  }
}
