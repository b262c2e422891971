import Foundation
import GraphModel
import Testing

@Suite("Files and folders of models")
struct ModelFilesTests {
  private func write(_ files: [String: String], in folder: URL) throws {
    for (name, text) in files { try Data(text.utf8).write(to: folder.appending(path: name)) }
  }

  @Test("a folder's files are one model, in the order of their names")
  func folder() throws {
    try withTemporaryFolder { folder in
      try write(
        [
          "b.json":
            #"{"model":"Blog","entities":[{"name":"Post","parent":"Base","relationships":[{"name":"author","to":"Author","inverse":"posts"}]}]}"#,
          "a.json":
            #"{"entities":[{"name":"Base"},{"name":"Author","relationships":[{"name":"posts","to":"Post","many":true,"inverse":"author"}]}]}"#,
          "model.schema.json": "not a model", "notes.txt": "not a model", ".hidden.json": "not a model",
        ], in: folder)
      let nested = folder.appending(path: "nested")
      try FileManager.default.createDirectory(at: nested, withIntermediateDirectories: true)
      try write(["c.json": "not a model"], in: nested)
      let model = try EntityModel(contentsOf: folder)
      #expect(model.name == "Blog")
      #expect(model.entities.map(\.name) == ["Base", "Author", "Post"])
    }
  }

  @Test("mistakes across files name both")
  func acrossFiles() throws {
    try withTemporaryFolder { folder in
      try write(
        [
          "a.json": #"{"model":"Blog","version":"1","entities":[{"name":"Post"}]}"#,
          "b.json": #"{"model":"Blag","version":"2","entities":[{"name":"Author"},{"name":"Post"}]}"#,
        ], in: folder)
      let error = #expect(throws: ModelError.self) { try EntityModel(contentsOf: folder) }
      let path = folder.relativePath
      #expect(
        error?.description == """
          \(path)/b.json: model: "Blag" differs from "Blog" in \(path)/a.json: model
          \(path)/b.json: version: "2" differs from "1" in \(path)/a.json: version
          \(path)/b.json: entities[1].name: duplicate entity "Post": it is also in \(path)/a.json: entities[0].name
          """)
    }
  }

  @Test("mistakes of all files come at once, and a file that is not JSON hides no other file's mistakes")
  func allFiles() throws {
    try withTemporaryFolder { folder in
      try write(["a.json": "{", "b.json": #"{"model":"Blog","entities":[{"name":"post"}]}"#], in: folder)
      let error = #expect(throws: ModelError.self) { try EntityModel(contentsOf: folder) }
      #expect(error?.mistakes.map { $0.file?.suffix(6) } == ["a.json", "b.json"])
    }
  }

  @Test("what cannot be read is told")
  func unreadable() throws {
    try withTemporaryFolder { folder in
      let cases = [
        (folder, "the folder holds no model: no file's name ends in .json"),
        (folder.appending(path: "none.json"), "there is no such file"),
        (URL(filePath: "/dev/zero"), "not a plain file"),
      ]
      for (url, message) in cases {
        let error = #expect(throws: ModelError.self) { try EntityModel(contentsOf: url) }
        #expect(error?.mistakes.map(\.message) == [message], "\(url)")
        #expect(error?.mistakes.first?.file == url.relativePath)
      }
      if let url = URL(string: "https://example.org/model.json") {
        #expect(throws: ModelError.self) { try EntityModel(contentsOf: url) }
      }
      let loop = folder.appending(path: "loop.json")
      try FileManager.default.createSymbolicLink(at: loop, withDestinationURL: loop)
      #expect(throws: ModelError.self) { try EntityModel(contentsOf: loop) }
      #expect(throws: ModelError.self) { try EntityModel(contentsOf: folder) }
    }
  }

  @Test("a symbolic link to a file is read")
  func link() throws {
    try withTemporaryFolder { folder in
      let link = folder.appending(path: "Gif.json")
      try FileManager.default.createSymbolicLink(
        at: link, withDestinationURL: Repository.models.appending(path: "GifModel.json"))
      #expect(try EntityModel(contentsOf: link).name == "Gif")
      #expect(try EntityModel(contentsOf: folder).name == "Gif")
    }
  }

  @Test("files are named as they were given")
  func relativeNames() throws {
    let url = URL(filePath: "Models/none.json")
    let error = #expect(throws: ModelError.self) { try EntityModel(contentsOf: url) }
    #expect(error?.description == "Models/none.json: there is no such file")
  }
}
