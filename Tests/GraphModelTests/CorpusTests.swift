import Foundation
import GraphModel
import Testing

@Suite("The corpus of models")
struct CorpusTests {
  private static func files(_ folder: String) -> [String] {
    let files = try? Repository.modelFiles(in: Repository.corpus.appending(path: folder))
    return (files ?? []).map { "\(folder)/\($0.lastPathComponent)" }
  }

  private func load(_ name: String) throws -> EntityModel {
    let url = Repository.corpus.appending(path: name)
    let text = try String(contentsOf: url, encoding: .utf8)
    return try EntityModel(json: text, file: url.lastPathComponent)
  }

  @Test("good models load, and survive their canonical text", arguments: files("Good"))
  func good(name: String) throws {
    let model = try load(name)
    let canonical = model.canonicalJSON
    let again = try EntityModel(json: canonical)
    #expect(again == model)
    #expect(again.canonicalJSON == canonical)
  }

  /// With `UPDATE_GOLDENS=1` in the environment, the golden files are written anew.
  @Test("bad models give every mistake, with its place", arguments: files("BadShape") + files("BadMeaning"))
  func bad(name: String) throws {
    let golden = Repository.corpus.appending(
      path: name.replacingOccurrences(of: ".json", with: ".mistakes.txt"))
    do {
      _ = try load(name)
      Issue.record("\(name) was accepted")
    } catch let error as ModelError {
      let text = error.description + "\n"
      if ProcessInfo.processInfo.environment["UPDATE_GOLDENS"] == "1" {
        try Data(text.utf8).write(to: golden)
      }
      #expect(text == (try? String(contentsOf: golden, encoding: .utf8)), "\(name)")
    }
  }

  @Test("there are models of each kind")
  func complete() {
    #expect(Self.files("Good").count >= 7)
    #expect(Self.files("BadShape").count >= 20)
    #expect(Self.files("BadMeaning").count >= 20)
  }
}
