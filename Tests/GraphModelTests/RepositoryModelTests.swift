import Foundation
import GraphModel
import GraphValues
import Testing

@Suite("The repository's models")
struct RepositoryModelTests {
  @Test("every one loads and survives its canonical text")
  func everyModelLoads() throws {
    let files = try Repository.modelFiles(in: Repository.models)
    #expect(files.count >= 2)
    for file in files {
      let model = try EntityModel(contentsOf: file)
      #expect(try EntityModel(json: model.canonicalJSON) == model, "\(file.lastPathComponent)")
    }
  }

  @Test("the GIF model is as its application needs it")
  func gifModel() throws {
    let model = try EntityModel(contentsOf: Repository.models.appending(path: "GifModel.json"))
    #expect(model.name == "Gif")
    let entity = try #require(model.entity(named: "GifModel"))
    #expect(entity.attributes.count == 9)
    #expect(entity.attribute(named: "commentsno")?.defaultValue == .value(.int(0)))
    #expect(entity.attribute(named: "isZan")?.defaultValue == .value(.bool(false)))
    #expect(entity.uniquenessConstraints == [["newsid"]])
    #expect(model.fingerprint.count == 64)
  }
}
