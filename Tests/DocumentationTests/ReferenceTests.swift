import Foundation
import GraphQuery
import Testing

@Suite("References in the documentation")
struct ReferenceTests {
  @Test func linksLeadSomewhere() throws {
    for page in try Repository.pages() {
      let folder = URL(filePath: "/" + page.path).deletingLastPathComponent()
      for match in page.text.matches(of: /\]\(([^)#\s]+)[^)]*\)/) {
        let link = String(match.1)
        if link.contains("://") { continue }
        let target = folder.appending(path: link).standardized.path
        #expect(Repository.exists(String(target.dropFirst())), "\(page): \(link) leads nowhere")
      }
      for match in page.text.matches(of: /<doc:([A-Za-z]+)>/) {
        #expect(
          Repository.exists("\(Repository.catalog)/\(match.1).md"), "\(page): there is no page \(match.1)")
      }
    }
  }

  @Test func everyDecisionIsListed() throws {
    let index = try Page(path: "Documentation/Decisions/README.md").text
    for path in Repository.pagePaths where path.hasPrefix("Documentation/Decisions/0") {
      let name = path.split(separator: "/").last.map(String.init) ?? path
      let isListed = index.contains("(\(name))")
      #expect(isListed, "\(name) is not in the list of decisions")
    }
  }

  @Test(arguments: [
    ("Sources/ObjectGraph/Errors/GraphError.swift", "Saving"),
    ("Sources/SQLiteStore/StoreError.swift", "Saving"),
    ("Sources/GraphQuery/QueryError.swift", "Fetching"),
  ])
  func everyErrorCodeIsExplained(source: String, guide: String) throws {
    let source = try String(contentsOf: Repository.root.appending(path: source), encoding: .utf8)
    let guide = try Page(path: "\(Repository.catalog)/\(guide).md").text
    let codes = source.matches(of: /public static let (\w+) = Code\(/).map { String($0.1) }
    #expect(codes.count > 5)
    for code in codes {
      let isExplained = guide.contains("`\(code)`")
      #expect(isExplained, "\(code) is not explained")
    }
  }

  @Test func everyOptionOfAStoreIsListed() throws {
    let source = try String(
      contentsOf: Repository.root.appending(path: "Sources/SQLiteStore/StoreOptions.swift"), encoding: .utf8)
    let readme = try Page(path: "README.md").text
    for match in source.matches(of: /public var (\w+):/) {
      let isListed = readme.contains("| `\(match.1)` |")
      #expect(isListed, "README.md does not list the option \(match.1)")
    }
  }

  @Test func theLimitOfPredicatesIsTheOneThatHolds() throws {
    let limit = "more than \(QueryPredicate.depthLimit) levels deep"
    let isSaid = try Page(path: "\(Repository.catalog)/Fetching.md").text.contains(limit)
    #expect(isSaid, "Fetching.md does not say: \(limit)")
  }
}
