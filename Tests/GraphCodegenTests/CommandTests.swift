import Foundation
import GraphstoreTestSupport
import Testing

@Suite("model-codegen")
struct CommandTests {
  private let model = Repository.root.appending(path: "Models/GifModel.json").path

  @Test func helpIsShown() throws {
    let result = try Tool.modelCodegen("--help")
    #expect(result.status == 0)
    #expect(result.output.hasPrefix("Usage: model-codegen generate MODEL..."))
    #expect(result.errors == "")
  }

  @Test(arguments: [
    [], ["frobnicate"], ["generate"], ["generate", "a.json"], ["generate", "--output", "x"],
    ["generate", "a.json", "--output"], ["generate", "a.json", "--output", "x", "--access", "private"],
    ["generate", "a.json", "--output", "x", "--acess", "public"],
    ["generate", "a.json", "--output", "x", "--output", "y"],
    ["generate", "a.json", "--output", "x", "--import", "a b"], ["check", "-x"],
  ])
  func wrongUseIsOneLineAndTwo(arguments: [String]) throws {
    let result = try Tool.run(Tool.modelCodegenPath, arguments)
    #expect(result.status == 2)
    #expect(result.output == "")
    #expect(result.errors.hasPrefix("model-codegen: "))
    #expect(result.errors.split(separator: "\n").count == 1)
  }

  @Test func codeIsGeneratedAndThenFresh() throws {
    let folder = try TemporaryFolder()
    let stale = try Tool.modelCodegen("check", model, "--output", folder.url.path)
    #expect(stale.status == 1)
    #expect(stale.output.contains("+struct GifModel: Entity {"))
    let generated = try Tool.modelCodegen("generate", model, "--output", folder.url.path)
    #expect(generated.status == 0)
    #expect(generated.output + generated.errors == "")
    #expect(try folder.names == ["GifModel.swift", "GifSchema.swift"])
    let fresh = try Tool.modelCodegen("check", model, "--output", folder.url.path)
    #expect(fresh.status == 0)
    #expect(fresh.output + fresh.errors == "")
    let other = try Tool.modelCodegen("check", model, "--output=\(folder.url.path)", "--access=public")
    #expect(other.status == 1)
    #expect(other.output.contains("\n-struct GifModel: Entity {\n+public struct GifModel: Entity {\n"))
  }

  @Test func oneFileTakesEverything() throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appending(path: "Sub/Models.swift").path
    let configuration = try folder.write(#"{"access": "package"}"#, to: "model-codegen.json").path
    let generated = try Tool.modelCodegen(
      "generate", "--config", configuration, "--output", file, "--", model)
    #expect(generated.errors == "")
    #expect(generated.status == 0)
    let text = try folder.read("Sub/Models.swift")
    #expect(text.contains("\npackage enum GifSchema {\n"))
    #expect(text.contains("\npackage struct GifModel: Entity {\n"))
    #expect(try Tool.modelCodegen("check", "--config", configuration, "--output", file, model).status == 0)
  }

  @Test func mistakesOfModelsAreALineEach() throws {
    let folder = try TemporaryFolder()
    let text = """
      {"model": "Bad", "version": "1", "entities": [
        {"name": "Post", "attributes": [{"name": "title", "type": "strng"}, {"name": "Title", "type": "string"}]}]}
      """
    let file = try folder.write(text, to: "Bad.json").path
    let result = try Tool.modelCodegen("generate", file, "--output", folder.url.path)
    #expect(result.status == 1)
    let lines = result.errors.split(separator: "\n")
    #expect(lines.count >= 2)
    #expect(lines.allSatisfy { $0.contains("Bad.json: entities[0].attributes[") })
    #expect(try folder.names == ["Bad.json"])
  }

  @Test func aModelThatIsNotThereIsOneLine() throws {
    let result = try Tool.modelCodegen("check", "/nowhere/Gif.json", "--output", "/nowhere")
    #expect(result.status == 1)
    #expect(result.errors.hasPrefix("/nowhere/Gif.json: "))
  }

  @Test func whatCannotBeGeneratedIsNamed() throws {
    let folder = try TemporaryFolder()
    let text = """
      {"model": "Blog", "version": "1", "entities": [
        {"name": "Post", "attributes": [{"name": "state", "type": "string", "values": ["\u{E9}", "e\u{301}"]}]}]}
      """
    let file = try folder.write(text, to: "Blog.json").path
    let result = try Tool.modelCodegen("generate", file, "--output", folder.url.path)
    #expect(result.status == 1)
    #expect(result.errors.contains("Post.state: two of its values are the same text to Swift"))
  }

  @Test(arguments: [
    "", "[]", "{\"acess\": \"public\"}", "{\"access\": \"private\"}", "{\"access\": 1}",
    "{\"imports\": [1]}", "{\"imports\": \"Badges\"}", "{\"imports\": [\"a b\"]}",
  ])
  func wrongConfigurationIsNamed(text: String) throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(text, to: "model-codegen.json").path
    let result = try Tool.modelCodegen("generate", model, "--output", folder.url.path, "--config", file)
    #expect(result.status == 1)
    #expect(result.errors.hasPrefix("\(file): "))
    #expect(result.errors.split(separator: "\n").count == 1)
  }
}
