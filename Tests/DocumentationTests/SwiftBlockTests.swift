import Foundation
import GraphstoreTestSupport
import Testing

@Suite("Swift in the documentation")
struct SwiftBlockTests {
  @Test func everyBlockCompiles() throws {
    let folder = try TemporaryFolder()
    var files = try Journal.generate(into: folder.url)
    var blocks = 0
    for page in try Repository.pages() {
      let source = SwiftSource(page)
      blocks += page.blocks.count { $0.language == "swift" }
      let url = folder.file(source.name)
      try source.text.write(to: url, atomically: true, encoding: .utf8)
      files.append(url)
    }
    #expect(blocks > 20, "the pages' blocks are not found")
    try Compiler.check(files)
  }

  @Test(arguments: ["let x: Int = note.title", "context.vanish()", "let name = container.model.nam"])
  func aBlockThatDoesNotCompileIsFound(code: String) throws {
    let folder = try TemporaryFolder()
    let page = try Page(path: "Wrong.md", text: "# Wrong\n\n```swift\n\(code)\n```\n")
    let url = folder.file("Wrong.swift")
    try SwiftSource(page).text.write(to: url, atomically: true, encoding: .utf8)
    let files = try Journal.generate(into: folder.url) + [url]
    let failure = try #require(throws: Compiler.Failure.self) { try Compiler.check(files) }
    #expect(failure.description.contains("Wrong.md:4:"))
  }

  @Test func everyManifestIsOne() throws {
    let folder = try TemporaryFolder()
    for block in try Repository.pages().flatMap(\.blocks) where block.isManifest {
      let version = block.lines[0].split(separator: " ").last.map(String.init) ?? ""
      let file = folder.file("Package.swift")
      try block.text.write(to: file, atomically: true, encoding: .utf8)
      try Compiler.checkManifest(file, toolsVersion: version)
      for product in names(in: block.text, after: [".product(name: \"", ".plugin(name: \""]) {
        let isThere = Repository.manifest.contains("(name: \"\(product)\"")
        #expect(isThere, "\(block): the package has no product \(product)")
      }
    }
  }

  private func names(in text: String, after beginnings: [String]) -> [String] {
    var names: [String] = []
    for beginning in beginnings {
      for rest in text.components(separatedBy: beginning).dropFirst() {
        if let name = rest.split(separator: "\"").first { names.append(String(name)) }
      }
    }
    return names
  }
}
